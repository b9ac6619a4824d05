import { expect, type Page, test } from "@playwright/test";
import { begin, lift, square, watch } from "./player";

async function tryDiagonally(page: Page): Promise<void> {
    await begin(page, "jungle", "one screen");
    await square(page, "a3").click();
    await square(page, "d4").click();
    await expect(page.locator(".refusal")).toContainText("never diagonally");
}

test("the rule that forbids a move opens beside the game, which continues", async ({ page }) => {
    const errors = watch(page);
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
    expect(errors).toEqual([]);
});

test("an example can be tried beside the game, and its refusals link to their rules", async ({ page }) => {
    await begin(page, "jungle", "one screen");
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
    /** By how many pixels the rules cover the boards. */
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

test("selecting something that cannot be used shows the reason", async ({ page }) => {
    await begin(page, "heaven-hell", "one screen");
    const notice = page.locator(".refusal");
    await lift(page);
    // A locked entry of the shop, with its rule.
    await page.locator('.slot[data-place="shop:kill"]').click();
    await expect(notice).toContainText(/locked|costs/);
    await expect(notice.locator(".rule-link")).toContainText("heaven-hell/");
    // A piece of the other player explains itself instead.
    await square(page, "e7").click();
    await expect(notice).toHaveCount(0);
    await expect(page.locator(".explained")).toContainText("Black Pawn");
    await square(page, "a1").click();
    await expect(notice).toContainText("The white Rook has no legal move.");
    await square(page, "e4").click();
    await expect(notice).toContainText("You have no piece on e4 on Earth.");
    await square(page, "e2").click();
    await square(page, "e4").click();
    await expect(notice).toHaveCount(0);
});

test("a spectator learns why the pieces do not move", async ({ page, browser }) => {
    await begin(page, "jungle", "one screen");
    const watcher = await (await browser.newContext()).newPage();
    await watcher.goto(page.url());
    await square(watcher, "a4").click();
    await expect(watcher.locator(".refusal")).toHaveText("You are watching. Only the players move pieces.");
});

test("every rule has a link", async ({ page }) => {
    await page.goto("/rules/jungle?rule=jungle/captures/2");
    await expect(page.locator(".named")).toContainText("a rat in the water is safe from land");
    await expect(page.locator(".named")).toBeInViewport();
});
