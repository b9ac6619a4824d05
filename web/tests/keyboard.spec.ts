import { expect, test } from "@playwright/test";
import { begin } from "./player";

test("a game can be begun and played with the keyboard alone", async ({ page }) => {
    await page.goto("/");
    const button = page.locator("article").nth(1).getByRole("button", { name: "Play here" });
    await button.focus();
    await page.keyboard.press("Enter");
    const grid = page.getByRole("grid");
    await expect(grid).toBeVisible();
    // One square of the board is in the order of the tab key; arrows lead on from there.
    await page.locator('.square[tabindex="0"]').focus();
    await page.keyboard.press("Home");
    const at = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.place);
    for (let i = 0; i < 9 && (await at())?.[1] !== "3"; i++)
        await page.keyboard.press((await at())![1]! > "3" ? "ArrowDown" : "ArrowUp");
    expect(await at()).toBe("a3");
    await page.keyboard.press("Enter");
    await expect(page.locator('.square[data-place="a3"]')).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(page.locator(".record")).toContainText("a3a4");
    await expect(page.locator("[aria-live=polite]").last()).toContainText("red elephant goes from a3 to a4");
    // And to its end: the buttons are on the way of the tab key.
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    for (let i = 0; i < 20 && !(await focused()).startsWith("Resign"); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(page.locator(".ended h2")).toHaveText("Red wins");
});

test("an action can be typed, and one that is not legal is explained", async ({ page }) => {
    await begin(page, "chess2", "Play here");
    const field = page.getByLabel("Action as text");
    await field.fill("d2d9");
    await field.press("Enter");
    await expect(page.locator(".notice")).toBeVisible();
    await field.fill("d2d3");
    await field.press("Enter");
    await expect(page.locator(".record")).toContainText("d2d3");
});
