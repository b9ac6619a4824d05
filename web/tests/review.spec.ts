import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { act, begin, dice } from "./player";

test("a finished game can be gone through with keys, slider and clicks", async ({ page }) => {
    await begin(page, "jungle", "Play here");
    const roll = dice(3);
    const entries = page.locator(".record .entry");
    for (let step = 0; step < 12 && (await entries.count()) < 4; step++) await act(page, roll);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Really resign" }).click();
    await page.getByRole("link", { name: "Review" }).click();
    await expect(page.locator(".steps")).toBeVisible();
    const pieces = () =>
        page.locator(".piece[data-at]").evaluateAll((all) =>
            all
                .map((one) => (one as HTMLElement).dataset.at)
                .sort()
                .join(" "),
        );
    const start = await pieces();
    await page.keyboard.press("ArrowRight");
    await expect.poll(pieces).not.toBe(start);
    await page.keyboard.press("Home");
    await expect.poll(pieces).toBe(start);
    await page.locator("button.entry").nth(2).click();
    await expect(page.locator("button.entry.here")).toHaveCount(1);
    const [picture] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Picture" }).click(),
    ]);
    const drawn = await readFile(await picture.path(), "utf8");
    expect(drawn).toContain("<title>Animal Chess</title>");
    expect(drawn.match(/<use href="#art-jungle-kind-/g)?.length).toBe(await page.locator(".piece[data-at]").count());
});

test("an example of the rules can be tried, and says why something is not allowed", async ({ page }) => {
    await page.goto("/rules/jungle");
    await page.getByText("A rat in the way", { exact: true }).click();
    const square = (place: string) => page.locator(`.square[data-place="${place}"]`).first();
    await square("a5").click();
    await square("d5").click();
    await expect(page.locator(".notice")).toContainText("jungle/");
    await square("a5").click();
    await square("a6").click();
    await expect(page.locator('.piece[data-at="a6"]')).toBeVisible();
});

test("the reader's error about a position is shown in words", async ({ page }) => {
    await page.goto("/board/jungle");
    await page.getByLabel("Position").fill("nonsense");
    await page.getByRole("button", { name: "Show this position" }).click();
    await expect(page.locator(".notice")).toContainText("position");
});
