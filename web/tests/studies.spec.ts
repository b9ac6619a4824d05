import { expect, test } from "@playwright/test";
import { analyseGame, move, openBlunder } from "./player";

test("a study is saved, commented, and read by another browser that cannot change it", async ({ page, browser }) => {
    await page.goto("/board/jungle");
    await expect(page.locator(".stage .plane")).toBeVisible();
    await move(page, "a3a4", "a7a6");
    await page.getByRole("button", { name: "Save as study" }).click();
    await expect(page).toHaveURL(/\/study\/\w{10}$/);
    await page.getByLabel("Title").fill("The rats <b>");
    await page.getByRole("button", { name: "Next step" }).click();
    await expect(page.locator('.stage .piece[data-at="a4"]')).toBeVisible();
    await page.getByLabel("Comment on this position").fill("The rat leaves.");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();

    const other = await (await browser.newContext()).newPage();
    await other.goto(page.url());
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("The rats <b>");
    await expect(other.locator(".lines")).toContainText("The rat leaves.");
    await expect(other.getByLabel("Title")).toHaveCount(0);
    await expect(other.getByRole("button", { name: "Save changes" })).toHaveCount(0);
    await other.locator(".lines .comment button").click();
    await expect(other.locator('.stage .piece[data-at="a4"]')).toBeVisible();
    await other.context().close();

    await page.reload();
    await page.getByRole("button", { name: "Delete study" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete study" }).click();
    await expect(page).toHaveURL(/\/$/);
});

test("mistakes are corrected on the board: the same one is refuted, a better line is shown", async ({ page }) => {
    await openBlunder(page);
    await analyseGame(page);
    await page.getByRole("button", { name: "Learn from the mistakes of White" }).click();
    const task = page.locator(".mistakes");
    await expect(task).toContainText(/In the game White played d1a4 and lost \d+ of 100\./);
    await page.locator('.mistakes .square[data-place="d1"]').click();
    await page.locator('.mistakes .square[data-place="a4"]').click();
    await expect(task).toContainText("That is what was played in the game.");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Show a better line" }).click();
    await expect(task).toContainText("Better was:");
    const better = (await task.locator(".answer b").innerText()).split(" ")[0]!;
    await page.getByRole("button", { name: "Back to the review" }).click();
    await page.getByRole("button", { name: "Learn from the mistakes of White" }).click();
    await expect(task).toBeVisible();
    const [from, to] = [better.slice(0, 2), better.slice(-2)];
    await page.locator(`.mistakes .square[data-place="${from}"]`).click();
    await page.locator(`.mistakes .square[data-place="${to}"]`).click();
    await expect(task).toContainText(/Good: White wins \d+ of 100 after that\./);
});

test("threats are shown as red arrows, and the number of lines can be chosen", async ({ page }) => {
    await page.goto("/board/jungle");
    await page.getByLabel("Computer analysis").check();
    await page.getByLabel("Lines").selectOption("5");
    await expect(page.locator(".analysis ol li")).toHaveCount(5, { timeout: 20_000 });
    await page.getByLabel("Threats").check();
    await expect(page.locator(".analysis")).toContainText("If it were Black's turn now", { timeout: 20_000 });
    await expect(page.locator(".arrows .threat")).toHaveCount(1);
});
