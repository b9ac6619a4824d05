/** What the tests do at a table, as a person would: by touching what is marked. */

import { expect, type Locator, type Page } from "@playwright/test";

export const GAMES = ["chess2", "jungle", "djambi", "heaven-hell", "shogi5"] as const;
export type GameId = (typeof GAMES)[number];

export function card(page: Page, game: GameId): Locator {
    return page.locator("article").filter({ has: page.locator(`a[href="/rules/${game}"]`) });
}

/** Starts a game from the start screen with one click. */
export async function begin(page: Page, game: GameId, way: "Play the computer" | "Play here"): Promise<void> {
    await page.goto("/");
    await card(page, game).getByRole("button", { name: way }).click();
    await expect(page.locator(".stage")).toBeVisible();
}

/** Opens a table at one screen that begins with this position. */
export async function place(page: Page, game: GameId, position: string): Promise<void> {
    await page.goto("/");
    const names = ["Ann", "Bob", "Cleo", "Dan"].slice(0, game === "djambi" ? 4 : 2);
    const seats = names.map((name) => ({ kind: "here", name }));
    const made = await page.request.post("/api/tables", { data: { game, seats, position } });
    const { table, tokens } = (await made.json()) as { table: { id: string }; tokens: [string, string][] };
    await page.evaluate(
        ([id, held]) => localStorage.setItem("menagerie.seats", JSON.stringify({ [id as string]: held })),
        [table.id, tokens] as const,
    );
    await page.goto(`/t/${table.id}`);
    await expect(page.locator(".stage")).toBeVisible();
}

/** Errors of the page's own scripts and of its content policy fail the test that caused them. */
export function watch(page: Page): string[] {
    const trouble: string[] = [];
    page.on("pageerror", (error) => trouble.push(error.message));
    page.on("console", (message) => {
        if (message.type() === "error" && !/WebSocket|Failed to load resource/.test(message.text()))
            trouble.push(message.text());
    });
    return trouble;
}

/** A generator of the same numbers in every run. */
export function dice(seed: number): () => number {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** Lifts the cover that lies over the board between two people at one screen. */
export async function lift(page: Page): Promise<void> {
    const cover = page.getByRole("button", { name: "show the board" });
    if (await cover.isVisible()) await cover.click({ timeout: 2000 }).catch(() => {});
}

/** Chooses one action by touching marked places and buttons; false once nothing can be chosen any more. */
export async function act(page: Page, roll: () => number): Promise<boolean> {
    for (let touch = 0; touch < 6; touch++) {
        await lift(page);
        if (await page.locator(".ended").isVisible()) return false;
        const before = await page.locator(".record").innerText();
        const open = page.locator(".square.open, .slot.open, [data-button]");
        const count = await open.count();
        if (count === 0) return true;
        const target = open.nth(Math.floor(roll() * count));
        await target.click({ timeout: 3000 }).catch(() => {});
        await page.waitForTimeout(30);
        if ((await page.locator(".record").innerText()) !== before) return true;
    }
    return true;
}
