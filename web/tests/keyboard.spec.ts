import { expect, type Page, test } from "@playwright/test";
import { begin, entries, place, square } from "./player";

/** The focused element. */
const focused = (page: Page) =>
    page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const card = element.closest("article")?.querySelector("h2")?.textContent ?? "";
        return { text: element.textContent?.trim() ?? "", card, place: element.dataset.place ?? null };
    });

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, there: (now: Awaited<ReturnType<typeof focused>>) => boolean): Promise<void> {
    for (let i = 0; i < 60; i++) {
        await page.keyboard.press("Tab");
        if (there(await focused(page))) return;
    }
    throw new Error("the tab key does not lead there");
}

/** Moves the focus with the arrow keys and selects the square. */
async function choose(page: Page, place: string): Promise<void> {
    for (let i = 0; i < 20; i++) {
        const now = (await focused(page)).place!;
        if (now === place) return page.keyboard.press("Enter");
        const [file, rank] = [place.charCodeAt(0) - now.charCodeAt(0), Number(place[1]) - Number(now[1])];
        if (file !== 0) await page.keyboard.press(file > 0 ? "ArrowRight" : "ArrowLeft");
        else await page.keyboard.press(rank > 0 ? "ArrowUp" : "ArrowDown");
    }
    throw new Error(`the arrow keys do not lead to ${place}`);
}

test("a whole game with the keyboard alone: from the start screen into the den, and to its review", async ({
    page,
}) => {
    await page.goto("/");
    await expect(page.locator("article .plane").nth(4)).toBeVisible();
    await tabTo(page, ({ text, card }) => card === "Animal Chess" && text === "Two players, one screen");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("grid")).toBeVisible();
    // One square of the board is in the tab order; arrow keys move on from there.
    await tabTo(page, ({ place }) => place !== null);
    const game = "e3d3 a7a6 d3d4 a6a7 d4d5 a7a6 d5d6 a6a7 d6d7 a7a6 d7d8 a6a7 d8d9".split(" ");
    for (const [i, action] of game.entries()) {
        await choose(page, action.slice(0, 2));
        await expect(page.locator(".square.held")).toHaveAttribute("aria-selected", "true");
        await choose(page, action.slice(2));
        await expect(entries(page)).toHaveCount(i + 1);
        if (i === 0) await expect(page.locator("[aria-live=polite]").last()).toContainText("goes from e3 to d3");
    }
    await expect(page.locator(".ended h2")).toHaveText("Red wins");
    await tabTo(page, ({ text }) => text === "Review");
    await page.keyboard.press("Enter");
    await expect(page.locator(".steps")).toBeVisible();
});

test("typed actions may be in upper case, and a refusal is about the rules, not the spelling", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    const field = page.getByLabel("Type an action");
    await field.fill("A3A4");
    await field.press("Enter");
    await expect(entries(page)).toHaveText(["a3a4"]);
    await field.fill("A7D4");
    await field.press("Enter");
    await expect(page.locator(".prompt .notice")).toContainText("jungle/");
});

test("actions can be typed one after the other, and one that is not legal is explained", async ({ page }) => {
    await begin(page, "chess2", "one screen");
    const field = page.getByLabel("Type an action");
    await field.fill("d2d9");
    await field.press("Enter");
    await expect(page.locator(".notice")).toBeVisible();
    // The field keeps the focus when the turn changes.
    for (const [i, action] of ["d2d3", "d7d6", "e2e3"].entries()) {
        await page.keyboard.type(action);
        await page.keyboard.press("Enter");
        await expect(entries(page)).toHaveCount(i + 1);
        await expect(field).toBeFocused();
    }
});

test("while the computer thinks, the field keeps the focus", async ({ page }) => {
    await begin(page, "jungle", "Play the computer");
    const field = page.getByLabel("Type an action");
    await field.fill("a3a4");
    await field.press("Enter");
    await expect(entries(page)).toHaveCount(2, { timeout: 30_000 });
    await expect(field).toBeFocused();
    await expect(field).toBeEditable();
});

test("actions can be typed at twice the size, too", async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 400 });
    await begin(page, "jungle", "one screen");
    await page.getByLabel("Type an action").fill("a3a4");
    await page.keyboard.press("Enter");
    await expect(entries(page)).toHaveText(["a3a4"]);
});

test("closing the rules returns the focus", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    const rules = page.getByRole("button", { name: "Rules", exact: true });
    await rules.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Rules", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator(".rules")).toHaveCount(0);
    await expect(rules).toBeFocused();
});

test("the cover keeps the focus until it is lifted, and returns it", async ({ page }) => {
    // White has hidden a Secret Trap on h4.
    await place(
        page,
        "heaven-hell",
        "w1 Ra1,Ke1,Pa2,Pb2,pa7,pb7,ra8,ke8 c3^o,g3^$2,b6^$2,f6^o,b3_f,f3_o,c6_o,g6_f h4w 3/3 6,12,8,6+,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -",
    );
    const field = page.getByLabel("Type an action");
    const lift = page.getByRole("button", { name: "show the board" });
    await lift.press("Enter");
    await field.fill("a2a3");
    await field.press("Enter");
    await expect(lift).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(lift).toBeVisible();
    for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
    const inside = () => page.evaluate(() => document.activeElement?.closest("main .stage, main aside"));
    expect(await inside()).toBe(null);
    await lift.press("Enter");
    await expect(lift).toHaveCount(0);
    await expect(field).toBeFocused();
});

test("squares can be activated without a pointer and without keys, as assistive technology does it", async ({
    page,
}) => {
    await begin(page, "jungle", "one screen");
    for (const place of ["a3", "a4"]) await square(page, place).evaluate((found) => (found as HTMLElement).click());
    await expect(entries(page)).toHaveText(["a3a4"]);
});

test("a slot beside the board is selected with Enter and Space", async ({ page }) => {
    // Black holds a soldier.
    await place(page, "shogi5", "1bsgk/4p/5/K4/1GSBL[Lp] b");
    const soldier = page.locator('.slot[data-place="hand:black:soldier"]');
    for (const key of ["Enter", "Space"]) {
        await soldier.press(key);
        await expect(soldier).toHaveAttribute("aria-pressed", "true");
        await soldier.press("Escape");
        await expect(soldier).toHaveAttribute("aria-pressed", "false");
    }
});
