import { expect, type Page, test } from "@playwright/test";
import { begin, watch } from "./player";

const square = (page: Page, place: string) => page.locator(`.stage .square[data-place="${place}"]`);

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
    await page.getByRole("button", { name: "Rules" }).click();
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
    const box = (await page.locator(".rules").boundingBox())!;
    expect(box.y).toBeGreaterThan(844 / 5);
    expect(box.y + box.height).toBeCloseTo(844, 0);
    await expect(page.locator(".rules .named")).toBeInViewport();
});

test("three boards make room for the rules", async ({ page }) => {
    await begin(page, "heaven-hell", "Play the computer");
    await page.getByRole("button", { name: "Rules" }).click();
    const rules = (await page.locator(".rules").boundingBox())!;
    for (const plane of await page.locator(".stage .plane").all()) {
        const box = (await plane.boundingBox())!;
        expect(box.x + box.width).toBeLessThanOrEqual(rules.x);
    }
});

test("every rule has a link", async ({ page }) => {
    await page.goto("/rules/jungle?rule=jungle/captures/2");
    await expect(page.locator(".named")).toContainText("a rat in the water is safe from land");
    await expect(page.locator(".named")).toBeInViewport();
});
