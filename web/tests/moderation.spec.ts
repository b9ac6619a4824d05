import { expect, test } from "@playwright/test";
import { seatTwo, sit } from "./player";

test("a player reports and mutes another in the chat, and unmutes in the settings", async ({ browser, request }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    const [red, black] = await seatTwo(request, { game: "jungle" });
    await sit(ann, red);
    await sit(bob, black);
    const say = async (text: string) => {
        await bob.getByLabel("Write a message").fill(text);
        await bob.getByRole("button", { name: "Send" }).click();
    };
    await bob.getByRole("tab", { name: "Chat" }).click();
    await say("You play like a fish");
    // The counter has the messages of others only.
    await expect(ann.getByRole("tab", { name: "Chat (1)" })).toBeVisible();
    await expect(bob.getByRole("tab", { name: "Chat", exact: true })).toBeVisible();
    await expect(bob.getByRole("button", { name: /^Report/ })).toHaveCount(0);
    await ann.getByRole("tab", { name: "Chat (1)" }).click();
    await expect(ann.getByRole("tab", { name: "Chat", exact: true })).toBeVisible();

    await ann.getByRole("button", { name: "Report the message of Bob" }).click();
    const dialog = ann.getByRole("dialog", { name: "Report this message" });
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Choose a reason.");
    await dialog.getByText("Insult or threat").click();
    const [sent] = await Promise.all([
        ann.waitForResponse(/\/report$/),
        dialog.getByRole("button", { name: "Send report" }).click(),
    ]);
    expect(sent.status()).toBe(204);
    await expect(dialog.getByRole("status")).toContainText("Your report was sent");
    await dialog.getByRole("button", { name: "Mute Bob" }).click();

    const chat = ann.locator(".chat");
    await expect(chat).not.toContainText("fish");
    await expect(chat).toContainText("You muted Bob.");
    await say("Are you there?");
    await expect(bob.locator(".chat")).toContainText("Are you there?");
    await ann.reload();
    await ann.getByRole("tab", { name: "Chat", exact: true }).click();
    await expect(chat).toContainText("You muted Bob.");
    await expect(chat).not.toContainText("there?");
    await ann.getByRole("button", { name: "Settings" }).click();
    await ann.getByRole("button", { name: "Unmute Bob" }).click();
    await ann.keyboard.press("Escape");
    await expect(chat).toContainText("Are you there?");
});
