import { expect, test } from "@playwright/test";
import { begin, entries, type GameId, lift, resign, square } from "./player";
import type { Page } from "@playwright/test";

/** Plays actions by clicking their squares and buttons: `a3a4`, `@z4`, `stop`. */
async function clicked(page: Page, actions: string): Promise<void> {
    for (const [i, action] of actions.split(" ").entries()) {
        await lift(page);
        const places = action.match(/[a-z]\d/g) ?? [];
        for (const place of places) await square(page, place).click();
        if (places.length === 0) await page.locator(`[data-button="${action}"]`).click();
        await expect(entries(page)).toHaveCount(i + 1);
    }
}

/** Whole games from the first move to the end by the rules. */
const GAMES: { game: GameId; winner: string; reason: RegExp; actions: string }[] = [
    { game: "shogi5", winner: "Black", reason: /king is taken/, actions: "a5a2 b1b2 a2a1" },
    {
        game: "jungle",
        winner: "Red",
        reason: /den/,
        actions: "e3d3 a7a6 d3d4 a6a7 d4d5 a7a6 d5d6 a6a7 d6d7 a7a6 d7d8 a6a7 d8d9",
    },
    {
        game: "chess2",
        winner: "Black",
        reason: /king and queen are both in jail/,
        actions:
            "b2c3 d7d6 e2d3 g7f6 g2f3 e7d7 d3c4 d6c6 d2d3 g8g7 h1a3 a8a4 a3e2 a4e5 c2a4 e5b2 c1b2 d7e7 e2d2 d8d7 " +
            "a1f5 h8e5 f5d5 d7f5 c4d4 e5a8 b2c2 g7h8 d2e5 a8h1 d5g3 f8g7 d4d5 f6e5 g3f8 f7h5 c2d2 h1b6 d2e3 g7f6 " +
            "f8b5 f5d7 b5b2 b6e6 b2h4 c6b5 d5e6 e8d8 h4g6 b5a4 b1c1 d7b5 g6b6 b8d6 stop c3c4 e5d5 c4d5 c8b8 b6c5 " +
            "b5b6 d1e2 a4b4 c5g2 h8h6 h6h4 c1d2 b8a8 g2b5 d6d7 h2h3 d8c8 b5g4 d7d8 d2d1 b6e3 g4b2 e3e2 @z4 b2c1 " +
            "e2e1 @z5",
    },
    {
        game: "djambi",
        winner: "Green",
        reason: /last living chief/,
        actions:
            "c2d1 g3f4 g7e7 c8d7 c1e3 h3g3 h8f6 b8c8 a3c5 i3h3 f6d4 b7d5 a2a5 g2f2 e7d6 b9b8 e3f3 h2g2 h7g6 c8f8 " +
            "d1d2 f4f6 g6h5 a7a5 @c8 f3f4 g3g5 i9g7 a5c3 @i4 b1i8 g5g7 @a3 c3b4 d2e1 f6h6 c7d8 f4f5 g2f3 b4d4 @b5 " +
            "b3d3 g8h8 d7e8 e1e3 d6e6 f8f7 b2b4 i1f4 e8f8 e3f4 @i1 d8a5 f5f6 d5b3 g7g5 d4b2 g5g4 f8d6 f6d4 a8e4 " +
            "stop b4a4 a9a7 h6i5 a5e9 f2g3 b2c3 a1c3 @c7 f7e7 c5b6 d6c5 g9e9 @c6 c5c3 @a1",
    },
];

for (const { game, winner, reason, actions } of GAMES) {
    test(`${game}: a whole game to its end by mouse, its result and its review`, async ({ page }) => {
        test.slow();
        await begin(page, game, "one screen");
        await clicked(page, actions);
        await expect(page.locator(".ended h2")).toHaveText(`${winner} wins`);
        await expect(page.locator(".ended")).toContainText(reason);
        for (const name of ["Review", "New game"]) await expect(page.getByRole("link", { name })).toBeVisible();
        await expect(page.getByRole("button", { name: "Rematch" })).toBeVisible();
        await page.getByRole("link", { name: "Review" }).click();
        await expect(page.locator(".steps")).toBeVisible();
        const steps = actions.split(" ").length;
        await expect(page.locator("button.entry")).toHaveCount(steps);
        await page.keyboard.press("End");
        await expect(page.locator("button.entry").last()).toHaveClass(/here/);
        await expect(page.locator(".prompt")).toContainText(reason);
        await expect(page).toHaveURL(new RegExp(`at=${steps}$`));
    });
}

test("heaven-hell: from a position of the editor to the end, on one screen", async ({ page }) => {
    const shop = "6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10";
    const position = `w1 Ke1,Re2,ke8 - - 0/0 ${shop} - - - - a1h8/a1h8 -`;
    await page.goto(`/board/heaven-hell?position=${encodeURIComponent(position)}`);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.getByText("on one screen").click();
    await page.getByRole("button", { name: "Start game" }).click();
    await expect(page).toHaveURL(/\/t\//);
    await clicked(page, "e2e8");
    await expect(page.locator(".ended h2")).toHaveText("White wins");
    await page.getByRole("link", { name: "Review" }).click();
    await expect(page.locator(".steps")).toBeVisible();
    await page.keyboard.press("End");
    await expect(page.locator("button.entry").last()).toHaveClass(/here/);
});

test("the message of a lost game stands beside the board, not over it", async ({ page }) => {
    await begin(page, "jungle", "Play the computer");
    await resign(page);
    await expect(page.locator(".ended h2")).toHaveText("You lose");
    const [board, message] = await Promise.all([
        page.locator(".stage .plane").boundingBox(),
        page.locator(".ended").boundingBox(),
    ]);
    expect(message!.x).toBeGreaterThan(board!.x + board!.width);
});
