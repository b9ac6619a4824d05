import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { act, analyseGame, begin, dice, entries, giveUp, move, openBlunder, resign, square, watch } from "./player";

/** A short game of Animal Chess that black resigns. */
async function reviewed(page: Page): Promise<void> {
    await begin(page, "jungle", "one screen");
    for (const [number, pair] of ["a3a4", "a7a6", "a4a5"].entries()) {
        await move(page, pair);
        await expect(entries(page)).toHaveCount(number + 1);
    }
    await resign(page);
    await page.getByRole("link", { name: "Review" }).click();
    await expect(page.locator(".steps")).toBeVisible();
}

const places = (page: Page) =>
    page.locator(".piece[data-at]").evaluateAll((all) =>
        all
            .map((one) => (one as HTMLElement).dataset.at)
            .sort()
            .join(" "),
    );

test("a review can be stepped through with keys, slider and clicks, also past a resignation", async ({ page }) => {
    const errors = watch(page);
    await reviewed(page);
    const start = await places(page);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => places(page)).not.toBe(start);
    await page.keyboard.press("Home");
    await expect.poll(() => places(page)).toBe(start);
    await page.locator("button.entry").nth(1).click();
    await expect(page.locator("button.entry.here")).toHaveText("a7a6");
    await page.keyboard.press("End");
    await expect(page.locator("button.entry.here")).toHaveText(/resign/);
    await expect(page.locator(".prompt")).toContainText("resigned");
    await page.getByLabel("Step", { exact: true }).fill("2");
    await expect(page.locator("button.entry.here")).toHaveText("a7a6");
    expect(errors).toEqual([]);
});

test("a review of Djambi steps past a resignation", async ({ page }) => {
    await begin(page, "djambi", "one screen");
    await act(page, dice(5));
    await resign(page);
    await act(page, dice(6));
    await giveUp(page);
    await page.getByRole("link", { name: "Review" }).click();
    const steps = page.locator("button.entry");
    await expect(steps.first()).toBeVisible();
    const all = await steps.count();
    expect(await steps.allInnerTexts()).toContainEqual(expect.stringMatching(/ resigns$/));
    await expect(steps.first()).not.toHaveText(/resign/);
    for (let step = 0; step < all; step++) await page.keyboard.press("ArrowRight");
    await expect(steps.last()).toHaveClass(/here/);
    await expect(page.locator(".notice")).toHaveCount(0);
    await expect(page.locator(".prompt")).toContainText(/last living chief|conceded|resigned/);
});

test("the record and a picture can be downloaded: text, JSON, PNG, SVG", async ({ page }) => {
    await reviewed(page);
    const kept = async (name: string) => {
        const control = page.getByRole("group", { name: "Export" }).getByText(name, { exact: true });
        const [file] = await Promise.all([page.waitForEvent("download"), control.click()]);
        return readFile(await file.path());
    };
    expect((await kept("Text")).toString()).toContain("a3a4");
    expect((JSON.parse((await kept("JSON")).toString()) as { game: string }).game).toBe("jungle");
    const png = await kept("PNG");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16)).toBe(1200);
    const svg = (await kept("SVG")).toString();
    expect(svg).toContain("<title>Animal Chess</title>");
    expect(svg.match(/data-at=/g)?.length).toBe(await page.locator(".piece[data-at]").count());
});

test("a picture shows what lies beside the board", async ({ page, request }) => {
    await page.goto("/board/shogi5?position=" + encodeURIComponent("1bsgk/4p/5/K4/1GSBL[Lp] b"));
    await expect(page.locator(".plane")).toBeVisible();
    const link = await page.getByRole("link", { name: "SVG" }).getAttribute("href");
    const svg = await (await request.get(link!)).text();
    expect(svg).toContain('data-at="hand:white:spear"');
    expect(svg).toContain('data-at="hand:black:soldier"');
});

test("variations are stored, part of the link, promoted and deleted", async ({ page }) => {
    await reviewed(page);
    await page.keyboard.press("ArrowRight");
    await expect(page.locator('.piece[data-at="a4"]')).toBeVisible();
    await move(page, "g7g6");
    const lines = page.getByRole("group", { name: /^Variation/ });
    await expect(lines).toHaveCount(1);
    await expect(page).toHaveURL(/at=1&line=g7g6$/);
    await page.getByRole("button", { name: "Back to the game" }).click();
    await expect(page.locator('.piece[data-at="g7"]')).toBeVisible();
    await move(page, "e7d7");
    await expect(lines).toHaveCount(2);
    await lines.nth(1).getByRole("button", { name: "Promote" }).click();
    await expect(lines.first()).toContainText("e7d7");
    await page.reload();
    await expect(lines).toHaveCount(2);
    await expect(page.locator('.piece[data-at="d7"]')).toBeVisible();
    await lines.first().getByRole("button", { name: "Delete" }).click();
    await expect(lines).toHaveCount(1);
    // The next step of the game makes no variation.
    await page.keyboard.press("Home");
    await page.keyboard.press("Home");
    await expect(page.locator('.piece[data-at="a3"]')).toBeVisible();
    await move(page, "a3a4");
    await expect(page.locator("button.entry.here")).toHaveText("a3a4");
    await expect(lines).toHaveCount(1);
});

test("a link opens the same step of a game in another browser", async ({ page, browser }) => {
    await reviewed(page);
    await page.locator("button.entry").nth(1).click();
    await expect(page).toHaveURL(/at=2$/);
    const other = await (await browser.newContext()).newPage();
    await other.goto(page.url());
    await expect(other.locator("button.entry.here")).toHaveText("a7a6");
    await expect.poll(async () => (await places(other)) === (await places(page))).toBe(true);
});

test("computer analysis: the chances in words and as a bar, and lines that become variations", async ({ page }) => {
    await reviewed(page);
    await page.getByLabel("Computer analysis").check();
    const bar = page.locator(".analysis .bar");
    await expect(bar).toHaveAttribute("aria-label", /^Red wins \d+ of 100, Black \d+$/, { timeout: 20_000 });
    await expect(page.locator(".analysis .words")).toHaveText(/ wins \d+ of 100\.$/);
    await page.locator(".analysis ol button").first().click();
    await expect(page.getByRole("group", { name: /^Variation/ })).toHaveCount(1);
});

test("the computer judges every turn: a summary, a graph, the better line on the board", async ({ page }) => {
    await openBlunder(page);
    await analyseGame(page);
    await expect(page.locator(".report")).toContainText(/White: 1 blunder, average loss \d+ %/);
    await page.getByRole("button", { name: "Next mistake of White" }).click();
    await expect(page.locator("button.entry.here")).toHaveText("d1a4");
    const graph = page.getByRole("slider", { name: "Winning chances after each turn" });
    await expect(graph).toHaveAttribute("aria-valuetext", /^Turn 2, White: d1a4\. Blunder\. Black (wins|is .*100)\.$/);
    await expect(page.locator(".report .dot.blunder")).toHaveCount(1);
    const { width } = (await graph.boundingBox())!;
    await graph.click({ position: { x: width / 4, y: 20 } });
    await expect(page.locator("button.entry.here")).toHaveText("d5d4");
    await page.keyboard.press("ArrowRight");
    await expect(page.locator("button.entry.here")).toHaveText("d1a4");
    const verdict = page.locator(".record .verdict");
    await expect(verdict).toContainText(/Blunder White now wins \d+ of 100 instead of \d+\./);
    await verdict.getByRole("button").first().click();
    await expect(page).toHaveURL(/at=1&line=/);
    await page.getByRole("button", { name: "Back to the game" }).click();
    await expect(page.locator("button.entry.here")).toHaveText("d5d4");
});

test("arrows show the best actions of the position; key and button hide them", async ({ page }) => {
    await page.goto("/board/shogi5");
    await page.getByLabel("Computer analysis").check();
    const best = page.locator(".arrows .main");
    await expect(best).toHaveCount(1, { timeout: 20_000 });
    await page.keyboard.press("a");
    await expect(best).toHaveCount(0);
    await page.getByRole("button", { name: "Arrows" }).click();
    await expect(best).toHaveCount(1);
});

test("a variation is written like the move list, without ids of places", async ({ page }) => {
    const position = "w1 Ke1,ke8,Pa3^ c3^o - 0/0 6+,12,8,6,5,20,4,8,6,12+,12,6+,6,3+,8,10 - - - - a1h8/a1h8 -";
    await page.goto(`/board/heaven-hell?${new URLSearchParams({ position, line: "a3^a4^" })}`);
    await expect(page.getByRole("group", { name: "Variation 1" })).toHaveText(/^a3–a4 in Heaven/);
});

test("the analysis of a game can be stopped", async ({ page }) => {
    await openBlunder(page);
    await page.route("**/api/analyse", () => {});
    await page.getByRole("button", { name: "Analyse the game" }).click();
    await expect(page.getByRole("progressbar")).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Analyse the game" })).toBeVisible();
});

test("with two players of Djambi the evaluation bar shows those two", async ({ page, request }) => {
    const { position } = (await (await request.post("/api/scene", { data: { game: "djambi:2" } })).json()) as {
        position: string;
    };
    await page.goto(`/board/djambi?position=${encodeURIComponent(position)}`);
    await page.getByLabel("Computer analysis").check();
    const bar = page.locator(".analysis .bar");
    await expect(bar).toHaveAttribute("aria-label", /^Red wins \d+ of 100, Yellow \d+$/, { timeout: 20_000 });
});

test("a board can be set up by hand; a sentence says what is wrong", async ({ page }) => {
    await page.goto("/board/jungle");
    await page.getByRole("button", { name: "Set up pieces" }).click();
    await page.getByRole("button", { name: "black elephant, rank 8" }).click();
    await square(page, "d5").click();
    await expect(page.locator(".state")).toContainText("elephant");
    await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
    await page.getByRole("button", { name: "Erase" }).click();
    await square(page, "g7").click();
    await expect(page.locator(".state")).toHaveText("This position is valid.");
    await page.getByLabel("To move").selectOption("black");
    await expect(page.getByLabel("Position")).toHaveValue(/3e3.* b$/);
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("button", { name: "Set up pieces" })).toBeVisible();
    await move(page, "d5d4");
});

test("hands and jails can be filled in the editor", async ({ page }) => {
    await page.goto("/board/shogi5");
    await page.getByRole("button", { name: "Set up pieces" }).click();
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await square(page, "e4").click();
    await page.locator('.slot[data-place="hand:white:soldier"]').click();
    await expect(page.getByLabel("Position")).toHaveValue(/\[P\] b$/);
    await page.goto("/board/chess2");
    await page.getByRole("button", { name: "Set up pieces" }).click();
    await square(page, "d8").click();
    await square(page, "i4").click();
    await expect(page.getByLabel("Position")).toHaveValue(/ \.\.q\. /);
    await expect(page.locator(".state")).toHaveText("This position is valid.");
});

test("a position of a review can be played against the computer and against a friend", async ({ page }) => {
    await reviewed(page);
    await page.locator("button.entry").nth(1).click();
    await expect(page).toHaveURL(/at=2$/);
    await expect(page.locator('.piece[data-at="a6"]')).toBeVisible();
    const review = page.url();
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.getByRole("button", { name: "Start game" }).click();
    await expect(page).toHaveURL(/\/t\//);
    await expect(page.locator('.piece[data-at="a6"]')).toBeVisible();
    await page.goto(review);
    await expect(page.locator('.piece[data-at="a6"]')).toBeVisible();
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.getByText("with a friend, by link").click();
    await page.getByRole("button", { name: "Start game" }).click();
    await expect(page.getByLabel("Link to this table")).toBeVisible();
});

const example = (page: Page, place: string) => page.locator(`.square[data-place="${place}"]`).first();

test("an example of the rules can be tried, and says why something is not allowed", async ({ page }) => {
    await page.goto("/rules/jungle");
    await page.getByText("A rat in the way", { exact: true }).click();
    await example(page, "a5").click();
    await example(page, "d5").click();
    await expect(page.locator(".notice")).toContainText("jungle/");
    await example(page, "a5").click();
    await example(page, "a6").click();
    await expect(page.locator('.piece[data-at="a6"]')).toBeVisible();
});

test("a wrong position text gives a sentence", async ({ page }) => {
    await page.goto("/board/jungle");
    await page.getByLabel("Position").fill("nonsense");
    await page.getByRole("button", { name: "Show this position" }).click();
    await expect(page.locator(".notice")).toContainText("position");
});
