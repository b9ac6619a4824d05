import { expect, test } from "@playwright/test";
import { begin, card, place, square } from "./player";

test("a new player gets the hints of the first turn once", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    const hint = page.getByRole("region", { name: "Hint", exact: true });
    await expect(hint).toContainText("you win");
    await expect(hint).toContainText("1 of 3");
    await hint.getByRole("button", { name: "Next hint" }).click();
    await hint.getByRole("button", { name: "Next hint" }).click();
    await expect(hint).toContainText("traps");
    await hint.getByRole("button", { name: "Got it" }).click();
    await expect(hint).toHaveCount(0);
    await begin(page, "jungle", "one screen");
    await expect(page.locator(".square.open").first()).toBeVisible();
    await expect(hint).toHaveCount(0);
});

test("a turn of several actions has a hint until it is over", async ({ page }) => {
    // The monkey on a4 can hop on after its first hop.
    await place(page, "chess2", "rm1qkfmr/ff2feff/2e5/1f1f4/MF2E3/1FF5/3FFEFF/Q1F2F1R w K... - - -");
    await square(page, "a4").click();
    await square(page, "c4").click();
    const hint = page.getByRole("region", { name: "Hint", exact: true });
    await expect(hint).toContainText("Stop here");
    await page.getByRole("button", { name: "Stop here" }).click();
    await expect(hint).not.toContainText("Stop here");
});

test("hints that were read can be shown again", async ({ page }) => {
    await begin(page, "shogi5", "one screen");
    const hint = page.getByRole("region", { name: "Hint", exact: true });
    const first = await hint.locator("p").innerText();
    await hint.getByRole("button", { name: "Next hint" }).click();
    await expect(hint).not.toContainText(first);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Show all hints again" }).click();
    await page.keyboard.press("Escape");
    await expect(hint).toContainText(first);
});

test("hints can be turned off, and on again in the settings", async ({ page }) => {
    await begin(page, "shogi5", "one screen");
    const hint = page.getByRole("region", { name: "Hint", exact: true });
    await hint.getByRole("button", { name: "Turn off hints" }).click();
    await expect(hint).toHaveCount(0);
    await begin(page, "djambi", "one screen");
    await expect(page.locator(".square.open").first()).toBeVisible();
    await expect(hint).toHaveCount(0);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Hints for new players").check();
    await page.keyboard.press("Escape");
    await expect(hint).toContainText("The last chief alive wins");
});

test("a hint explains the hand when it can be used", async ({ page }) => {
    await begin(page, "shogi5", "one screen");
    for (const action of ["a5a2", "a1a2"]) {
        await page.getByLabel("Type an action").fill(action);
        await page.getByLabel("Type an action").press("Enter");
        await expect(page.locator(".record")).toContainText(action);
    }
    // Black holds a soldier now.
    await expect(page.getByRole("region", { name: "Hint", exact: true })).toContainText("You hold a captured piece");
});

test("the cards show the number of players and the duration", async ({ page }) => {
    await page.goto("/");
    await expect(card(page, "djambi")).toContainText("Two to four players");
    await expect(card(page, "djambi")).toContainText("30 to 90 minutes");
    await expect(card(page, "shogi5")).toContainText("5 to 15 minutes");
});
