import { expect, type Page, test, type WebSocketRoute } from "@playwright/test";
import { act, card, dice, watch } from "./player";

/** Makes a table in one browser and joins it in another by its link. */
async function meet(host: Page, guest: Page, game: "jungle" | "chess2"): Promise<void> {
    await host.goto("/");
    await card(host, game).getByRole("button", { name: "Multiplayer" }).click();
    await host.getByLabel("Your name").fill("Ann");
    await host.getByLabel("Your side").selectOption({ index: 1 });
    await host.getByRole("button", { name: "Create the table" }).click();
    await expect(host.locator(".qr")).toBeVisible();
    const link = await host.getByLabel("Link to this table").inputValue();
    await guest.goto(new URL(link).pathname);
    await guest.getByLabel("Your name").fill("Bob");
    await guest.getByRole("button", { name: /^Play / }).click();
    await expect(host.locator(".prompt")).toBeVisible();
    await expect(guest.locator(".prompt")).toBeVisible();
}

test("two browsers play each other, with a cut line in the middle", async ({ browser }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    const trouble = [watch(ann), watch(bob)];
    const lines: WebSocketRoute[] = [];
    await bob.routeWebSocket(/\/socket$/, (line) => {
        line.connectToServer();
        lines.push(line);
    });
    await meet(ann, bob, "jungle");
    const moves = (page: Page) => page.locator(".record .entry").allInnerTexts();
    const roll = dice(5);
    for (let turn = 0; turn < 8; turn++) {
        const [mover, waiter] = turn % 2 === 0 ? [ann, bob] : [bob, ann];
        if (turn === 4) for (const line of lines) await line.close();
        await expect(mover.locator(".square.open").first()).toBeVisible();
        for (let i = 0; i < 4 && (await moves(mover)).length < turn + 1; i++) await act(mover, roll);
        await expect.poll(async () => (await moves(mover)).length).toBe(turn + 1);
        await expect.poll(async () => moves(waiter), { timeout: 20_000 }).toEqual(await moves(mover));
    }
    expect(lines.length).toBeGreaterThan(1);
    await bob.getByRole("button", { name: "Resign" }).click();
    await bob.getByRole("button", { name: "Really resign" }).click();
    await expect(ann.locator(".ended h2")).toHaveText("You win");
    await expect(bob.locator(".ended h2")).toHaveText("Red wins");
    expect(trouble.flat()).toEqual([]);
});

test("people talk, offer and agree", async ({ browser }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, guest] = await Promise.all([one.newPage(), two.newPage()]);
    await meet(ann, guest, "chess2");
    await ann.getByRole("tab", { name: "Talk" }).click();
    await ann.getByLabel("Say something").fill("Hello there");
    await ann.getByRole("button", { name: "Send" }).click();
    await guest.getByRole("tab", { name: "Talk" }).click();
    await expect(guest.locator(".talk")).toContainText("Hello there");
    await guest.getByRole("button", { name: "Draw" }).click();
    await ann.getByRole("button", { name: "Accept" }).click();
    await expect(ann.locator(".ended h2")).toHaveText("A draw");
    await expect(guest.locator(".ended h2")).toHaveText("A draw");
});
