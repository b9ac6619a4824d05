import { expect, type Page, test } from "@playwright/test";
import { begin, lift, square, watch } from "./player";

async function tryDiagonally(page: Page): Promise<void> {
    await begin(page, "jungle", "Play here");
    await square(page, "a3").click();
    await square(page, "d4").click();
    await expect(page.locator(".prompt .notice")).toContainText("never diagonally");
}

test("the rule that forbids a move opens beside the game, which goes on", async ({ page }) => {
    const trouble = watch(page);
    await tryDiagonally(page);
    const table = page.url();
    await page.getByRole("button", { name: "jungle/pieces/1" }).click();
    const rules = page.locator(".rules");
    await expect(rules.locator(".named")).toContainText("to the neighbour square");
    await expect(rules.locator(".named")).toBeInViewport();
    expect(page.url()).toBe(table);
    await square(page, "a3").click();
    await square(page, "a4").click();
    await expect(page.locator('.stage .piece[data-at="a4"]')).toBeVisible();
    await expect(rules).toBeVisible();
    await page.getByRole("button", { name: "Close the rules" }).click();
    await expect(rules).toHaveCount(0);
    expect(trouble).toEqual([]);
});

test("an example can be tried beside the game, and its refusals lead to their rules", async ({ page }) => {
    await begin(page, "jungle", "Play here");
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    const rules = page.locator(".rules");
    await rules.getByText("A rat in the way", { exact: true }).click();
    await rules.locator('[role="gridcell"][data-place="a5"]').click();
    await rules.locator('[role="gridcell"][data-place="d5"]').click();
    await rules.getByRole("button", { name: "jungle/pieces/2" }).click();
    await expect(rules.locator(".named")).toContainText("Jump");
    await page.keyboard.press("Escape");
    await expect(rules).toHaveCount(0);
});

test("on a phone the rules are a sheet under the board", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await tryDiagonally(page);
    await page.getByRole("button", { name: "jungle/pieces/1" }).click();
    const rules = page.locator(".rules");
    const bottom = async () => ((box) => box && box.y + box.height)(await rules.boundingBox());
    await expect.poll(bottom).toBeCloseTo(844, 0);
    await expect.poll(async () => (await rules.boundingBox())?.y).toBeGreaterThan(844 / 5);
    await expect(page.locator(".rules .named")).toBeInViewport();
});

test("three boards make room for the rules", async ({ page }) => {
    await begin(page, "heaven-hell", "Play the computer");
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await expect(page.locator(".rules")).toBeVisible();
    /** How far the boards reach under the rules. */
    const under = async () => {
        const rules = (await page.locator(".rules").boundingBox())!;
        const planes = await page.locator(".stage .plane").all();
        const boxes = await Promise.all(planes.map((plane) => plane.boundingBox()));
        return Math.max(...boxes.map((box) => box!.x + box!.width)) - rules.x;
    };
    await expect.poll(under).toBeLessThanOrEqual(0);
});

test("the legend shows pictures, also after a reload", async ({ page }) => {
    await page.goto("/rules/jungle");
    const figures = page.locator(".kinds li");
    await expect(figures).toHaveCount(8);
    await expect(figures.locator("use")).toHaveCount(8);
    await page.reload();
    await expect(figures).toHaveCount(8);
    await expect(figures.locator("use")).toHaveCount(8);
});

test("selecting what cannot be used says why", async ({ page }) => {
    await begin(page, "heaven-hell", "Play here");
    const notice = page.locator(".prompt .notice");
    await lift(page);
    // A locked entry of the shop, with its rule.
    await page.locator('.slot[data-place^="shop:"]', { hasText: "Kill" }).click();
    await expect(notice).toContainText(/locked|costs/);
    await expect(notice.locator(".rule-link")).toContainText("heaven-hell/");
    await square(page, "e7").click();
    await expect(notice).toHaveText("That is Black's piece. It is your turn: move a white one.");
    await square(page, "a1").click();
    await expect(notice).toContainText("The white Rook can do nothing now.");
    await square(page, "e4").click();
    await expect(notice).toContainText("There is no piece of yours on e4 on Earth.");
    await square(page, "e2").click();
    await square(page, "e4").click();
    await expect(notice).toHaveCount(0);
});

test("whoever watches is told why the pieces do not move", async ({ page, browser }) => {
    await begin(page, "jungle", "Play here");
    const watcher = await (await browser.newContext()).newPage();
    await watcher.goto(page.url());
    await square(watcher, "a3").click();
    await expect(watcher.locator(".prompt .notice")).toHaveText("You are watching. Only the players move pieces.");
});

test("every rule has a link", async ({ page }) => {
    await page.goto("/rules/jungle?rule=jungle/captures/2");
    await expect(page.locator(".named")).toContainText("a rat in the water is safe from land");
    await expect(page.locator(".named")).toBeInViewport();
});
