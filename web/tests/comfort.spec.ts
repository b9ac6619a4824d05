/** Comfort: themes, movement marks, sounds, zen mode, heading order. */

import { expect, type Page, test } from "@playwright/test";
import { colourDistance, themedTerrains, THEMES } from "../src/board/themes";
import type { Game } from "../src/wire";
import { begin, entries, move, resign, seatTwo, sit, square } from "./player";

const openSettings = async (page: Page) => {
    await page.getByRole("button", { name: "Settings" }).click();
    const dialog = page.getByRole("dialog", { name: "Settings" });
    await expect(dialog.locator(".plane")).toBeVisible();
    return dialog;
};
const background = (page: Page, selector: string) =>
    page
        .locator(selector)
        .first()
        .evaluate((square) => getComputedStyle(square).backgroundColor);

test("a board theme changes the preview and the board, but not the water, and lasts", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    const [land, water] = ['.stage .square[data-place="a4"]', '.stage .square[data-place="b4"]'];
    const [ownLand, ownWater] = [await background(page, land), await background(page, water)];
    const dialog = await openSettings(page);
    const preview = await background(page, "dialog .square");
    await dialog.getByText("Slate", { exact: true }).click();
    await expect.poll(() => background(page, "dialog .square")).not.toBe(preview);
    const slate = await background(page, land);
    expect(slate).not.toBe(ownLand);
    expect(await background(page, water)).not.toBe(slate);
    await dialog.getByText("Letters", { exact: true }).click();
    await expect(dialog.locator(".token text").first()).toHaveText(/[A-Z]/);
    await page.reload();
    await expect.poll(() => background(page, land)).toBe(slate);
    expect(ownWater).not.toBe(ownLand);
});

test("squares that differ stay different in every board theme, on light and dark pages", async ({ request }) => {
    const games = (await (await request.get("/api/games")).json()) as Game[];
    expect(games.length).toBeGreaterThan(0);
    for (const { id, terrains } of games)
        for (const theme of THEMES)
            for (const page of ["fill", "darkFill"] as const) {
                const themed = themedTerrains(terrains, theme);
                for (const [i, one] of terrains.entries())
                    for (const [j, two] of terrains.entries()) {
                        // Squares with a drawing stand out; so do the light and dark squares of one board.
                        const onOneBoard = one.id.split("-")[0] === two.id.split("-")[0] || one.art !== "";
                        if (i === j || two.art !== "" || !onOneBoard) continue;
                        const least = Math.min(0.035, 0.8 * colourDistance(one[page], two[page]));
                        const what = `${id} ${theme}: ${one.id} and ${two.id}`;
                        expect(colourDistance(themed[i]![page], themed[j]![page]), what).toBeGreaterThanOrEqual(least);
                    }
            }
});

test("pieces of Shogi have marks that show how they move, and a setting removes them", async ({ page }) => {
    await begin(page, "shogi5", "one screen");
    const marks = (place: string) => page.locator(`.stage .piece[data-at="${place}"] [data-move-marks] > g`);
    // A king moves in eight directions, a silver general in five, a soldier in one.
    await expect(marks("a1")).toHaveCount(8);
    await expect(marks("c1")).toHaveCount(5);
    await expect(marks("a2")).toHaveCount(1);
    // Each soldier's mark is on the side to which it moves.
    const side = async (place: string) => {
        const [mark, piece] = [
            await marks(place).boundingBox(),
            await page.locator(`.stage .piece[data-at="${place}"]`).boundingBox(),
        ];
        return mark!.y + mark!.height / 2 < piece!.y + piece!.height / 2 ? "up" : "down";
    };
    expect([await side("a2"), await side("e4")]).toEqual(["up", "down"]);
    await page.getByRole("button", { name: "Flip board" }).click();
    await expect.poll(async () => [await side("a2"), await side("e4")]).toEqual(["down", "up"]);
    const dialog = await openSettings(page);
    await dialog.getByLabel("Movement marks").uncheck();
    await expect(page.locator(".stage [data-move-marks]")).toHaveCount(0);
});

/** Counts the tones that the page starts, with their gain. */
const listen = (page: Page) =>
    page.addInitScript(() => {
        const gains: number[] = [];
        Object.assign(window, { gains });
        const set = AudioParam.prototype.setValueAtTime;
        AudioParam.prototype.setValueAtTime = function (value, time) {
            if (value <= 1) gains.push(value);
            return set.call(this, value, time);
        };
    });
const gains = (page: Page) => page.evaluate(() => (window as unknown as { gains: number[] }).gains.splice(0));

test("sounds have a volume, can be chosen and tried", async ({ page }) => {
    await listen(page);
    await begin(page, "jungle", "one screen");
    let dialog = await openSettings(page);
    const test = dialog.getByRole("button", { name: "Test: Captures" });
    await test.click();
    const loud = Math.max(...(await gains(page)));
    await dialog.getByLabel("Volume").fill("20");
    await test.click();
    expect(Math.max(...(await gains(page)))).toBeCloseTo(loud / 4);
    await dialog.getByRole("checkbox", { name: "Moves", exact: true }).uncheck();
    await page.keyboard.press("Escape");
    await gains(page);
    // The piece moves at once; the sound belongs to the server's event, which the record shows.
    await move(page, "a3a4");
    await expect(entries(page)).toHaveCount(1);
    expect(await gains(page)).toEqual([]);
    dialog = await openSettings(page);
    await dialog.getByRole("checkbox", { name: "Moves", exact: true }).check();
    await page.keyboard.press("Escape");
    await move(page, "a7a6");
    await expect.poll(() => gains(page)).not.toEqual([]);
});

test("zen mode shows the board, the seats and the prompt only, and Escape leaves it", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    const hidden = [
        page.locator("header"),
        page.locator(".tools"),
        page.locator(".record"),
        page.locator(".hint-card"),
    ];
    const before = await page.locator(".stage .plane").boundingBox();
    await page.keyboard.press("z");
    for (const part of hidden) await expect(part).toBeHidden();
    await expect(page.locator(".prompt")).toBeVisible();
    await expect(page.locator('[data-seat="black"]')).toBeVisible();
    expect((await page.locator(".stage .plane").boundingBox())!.height).toBeGreaterThan(before!.height);
    await move(page, "a3a4");
    await square(page, "a7").focus();
    await page.keyboard.press("Escape");
    for (const part of hidden) await expect(part).toBeVisible();
    // By pointer, and a letter typed into a field is only a letter.
    await page.getByRole("button", { name: "Zen" }).click();
    await page.getByPlaceholder(/type an action/).press("z");
    await expect(page.locator("header")).toBeHidden();
    await page.getByRole("button", { name: "Leave zen mode" }).click();
    await expect(page.locator("header")).toBeVisible();
    await page.keyboard.press("Shift+Z");
    await page.goto("/");
    await expect(page.locator("header")).toBeVisible();
});

/** One heading of level 1, and none that is more than one level below the one before it. */
async function headingsInOrder(page: Page): Promise<void> {
    const headings = await page
        .locator("h1, h2, h3, h4, h5, h6")
        .evaluateAll((all) =>
            all
                .filter((one) => one.checkVisibility())
                .map((one) => ({ level: Number(one.tagName[1]), text: one.textContent })),
        );
    const jumps = headings.filter(({ level }, i) => i > 0 && level > headings[i - 1]!.level + 1);
    expect(jumps, page.url()).toEqual([]);
    expect(headings.filter(({ level }) => level === 1).length, page.url()).toBe(1);
    expect(headings.filter(({ text }) => !text?.trim())).toEqual([]);
}

test("headings are in order on every screen", async ({ page, request }) => {
    for (const path of [
        "/rules/heaven-hell",
        "/board/chess2",
        "/nowhere",
        "/u/nobody-of-this-name",
        "/review/missing",
    ]) {
        await page.goto(path);
        await expect(page.locator("h1")).toHaveCount(1);
        await headingsInOrder(page);
    }
    await page.goto("/");
    await expect(page.locator("article h2").first()).toBeVisible();
    await headingsInOrder(page);
    await openSettings(page);
    await headingsInOrder(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Create or join a table" }).click();
    await headingsInOrder(page);
    const seats = [{ kind: "here", name: "Ann" }, { kind: "open" }];
    const waiting = await (await request.post("/api/tables", { data: { game: "shogi5", seats } })).json();
    await page.goto(`/t/${waiting.table.id}`);
    await expect(page.getByRole("button", { name: /^Play / })).toBeVisible();
    await headingsInOrder(page);
    const [red] = await seatTwo(request, { game: "heaven-hell" });
    await sit(page, red);
    await page.getByRole("button", { name: "Legend" }).click();
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await expect(page.locator(".rules article").first()).toBeVisible();
    await headingsInOrder(page);
    await resign(page);
    await expect(page.locator(".ended")).toBeVisible();
    await headingsInOrder(page);
    await page.getByRole("link", { name: "Review" }).click();
    await expect(page.locator(".steps")).toBeVisible();
    await headingsInOrder(page);
});
