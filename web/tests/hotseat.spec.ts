import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { act, begin, card, dice, entries, GAMES, giveUp, internalIds, move, resign, square, watch } from "./player";

/** Enough to see every kind of step. Then the players resign. */
const STEPS = 30;

for (const game of GAMES) {
    test(`${game}: a whole game on one screen, by mouse`, async ({ page }) => {
        test.slow();
        const errors = watch(page);
        await begin(page, game, "one screen");
        const roll = dice(11);
        for (let step = 0; step < STEPS; step++) {
            if (!(await act(page, roll))) break;
            expect(await internalIds(page)).toEqual([]);
        }
        await giveUp(page);
        await expect(page.locator(".ended h2")).toContainText(/wins|draw|share/i);
        await expect(page.locator(".record li").first()).toBeVisible();
        await expect(page.getByRole("link", { name: "Review" })).toBeVisible();
        expect(errors).toEqual([]);
    });
}

test("a piece can be dragged, and an illegal try is explained with its rule", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    await square(page, "a3").dragTo(square(page, "a4"));
    await expect(page.locator('.piece[data-at="a4"]')).toBeVisible();
    await expect(page.locator(".record")).toContainText("a3a4");
    await square(page, "a7").click();
    await square(page, "d4").click();
    await expect(page.locator(".refusal")).toContainText("jungle/");
    await expect(page.locator('.piece[data-at="a7"]')).toBeVisible();
});

test("a draw on one screen asks for confirmation", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    const question = page.getByRole("dialog", { name: "End the game as a draw?" });
    await expect(question).toContainText("The game ends now and cannot be continued.");
    await question.getByRole("button", { name: "Keep playing" }).click();
    await expect(question).toBeHidden();
    await move(page, "a3a4");
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    await question.getByRole("button", { name: "End as a draw" }).click();
    await expect(page.locator(".ended h2")).toHaveText("A draw");
});

test("a draw offer to the computer asks for confirmation, and its answer is shown", async ({ page }) => {
    await begin(page, "jungle", "Play the computer");
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Offer a draw" }).click();
    await expect(page.locator(".prompt .notice")).toHaveText("Black declines to draw.");
});

test("a running game stays in the list of your games when others have finished", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    const running = new URL(page.url()).pathname;
    await begin(page, "shogi5", "one screen");
    await giveUp(page);
    await page.goto("/");
    const games = page.getByRole("region", { name: "Your games" }).getByRole("listitem");
    await expect(games).toHaveCount(1);
    await expect(games.first()).toContainText("Red to move");
    await expect(games.first().getByRole("link")).toHaveAttribute("href", running);
});

test("a spectator sees the winner and can download a picture", async ({ page, browser }) => {
    await begin(page, "shogi5", "Play the computer");
    const watcher = await (await browser.newContext()).newPage();
    await watcher.goto(page.url());
    await expect(watcher.locator(".plane")).toBeVisible();
    await expect(page.locator('[data-seat="black"]')).toContainText("You");
    await expect(watcher.locator('[data-seat="black"]')).toContainText("Guest");
    await expect(watcher.locator("main")).not.toContainText("You,");
    await resign(page);
    await expect(watcher.locator(".ended h2")).toHaveText("White wins");
    await expect(watcher.locator(".ended")).not.toContainText("You");
    await expect(watcher.getByRole("button", { name: "Rematch" })).toHaveCount(0);
    const [file] = await Promise.all([
        watcher.waitForEvent("download"),
        watcher.getByRole("group", { name: "Export" }).getByText("PNG").click(),
    ]);
    expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe("PNG");
});

test("a rematch begins with changed sides", async ({ page }) => {
    await begin(page, "shogi5", "Play the computer");
    const first = page.url();
    await resign(page);
    await expect(page.locator(".ended h2")).toHaveText("You lose");
    await expect(page.locator(".ended")).toContainText("White wins: black resigned.");
    await page.getByRole("button", { name: "Rematch" }).click();
    await expect.poll(() => page.url()).not.toBe(first);
    await expect(page.locator('[data-seat="white"]')).toContainText("You");
});

test("against the computer: it answers, and a turn can be taken back", async ({ page }) => {
    await begin(page, "jungle", "Play the computer");
    await move(page, "a3a4");
    await expect(entries(page)).toHaveCount(2, { timeout: 30_000 });
    await page.getByRole("button", { name: "Take back" }).click();
    await expect(page.locator('.piece[data-at="a3"]')).toBeVisible();
    await expect(square(page, "a3")).toHaveClass(/open/);
});

test("one screen can have clocks, and the board turns to the player to move", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("turn the board to the player to move").check();
    await page.keyboard.press("Escape");
    await card(page, "djambi").getByRole("button", { name: "Choose level and options" }).click();
    await page.getByText("on one screen").click();
    await page.getByLabel("Clock").selectOption({ label: "5 min + 5 s" });
    await page.getByRole("button", { name: "Start game" }).click();
    await expect(page.getByRole("timer")).toHaveCount(4);
    await expect(page.getByLabel("red's clock")).toHaveText("5:00");
    const below = page.locator(".bars.below .seat").first();
    await expect(below).toHaveAttribute("data-seat", "red");
    await move(page, "c3e1");
    await expect(below).toHaveAttribute("data-seat", "blue");
    await expect(page.getByLabel("blue's clock")).toHaveText(/4:\d\d/);
});
