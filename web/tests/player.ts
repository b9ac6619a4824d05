/** Drives the page as a player would: by clicking highlighted squares and buttons. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";

/** The ids of all games: each has its folder. */
export const GAMES = readdirSync(join(import.meta.dirname, "../../crates/games")).sort();
export type GameId = string;

export function card(page: Page, game: GameId): Locator {
    return page.locator("article").filter({ has: page.locator(`a[href="/rules/${game}"]`) });
}

/** Starts a game from the start screen with one click. */
export async function begin(page: Page, game: GameId, way: "Play the computer" | "one screen"): Promise<void> {
    await page.goto("/");
    await card(page, game).getByRole("button", { name: way }).click();
    await expect(page.locator(".stage")).toBeVisible();
}

/** A square of the table, not of an example beside it. */
export const square = (page: Page, place: string): Locator => page.locator(`.stage .square[data-place="${place}"]`);

export const entries = (page: Page): Locator => page.locator(".record .entry");

/** Moves by clicking, pair by pair: `a3a4`. */
export async function move(page: Page, ...pairs: string[]): Promise<void> {
    for (const pair of pairs) {
        const [from, to] = [pair.slice(0, 2), pair.slice(2)];
        await square(page, from).click();
        await square(page, to).click();
        await expect(page.locator(`.stage .piece[data-at="${to}"]`)).toBeVisible();
    }
}

/** The server's answer to a player who sits down: the table and the seat tokens. */
type Seated = { table: { id: string }; tokens: [string, string][] };

/** Stores seat tokens as the page does, and opens the table. */
export async function sit(page: Page, { table, tokens }: Seated): Promise<void> {
    await page.addInitScript(
        ([id, held]) => localStorage.setItem("menagerie.seats", JSON.stringify({ [id as string]: held })),
        [table.id, tokens] as const,
    );
    await page.goto(`/t/${table.id}`);
    await expect(page.locator(".stage .plane").first()).toBeVisible();
}

/** Creates a table with Ann in the first seat and Bob in the second. */
export async function seatTwo(
    request: APIRequestContext,
    setup: { game: GameId; position?: string },
): Promise<[Seated, Seated]> {
    const seats = [{ kind: "here", name: "Ann" }, { kind: "open" }];
    const made = (await (await request.post("/api/tables", { data: { ...setup, seats } })).json()) as Seated;
    const joined = await request.post(`/api/tables/${made.table.id}/join`, { data: { name: "Bob" } });
    return [made, (await joined.json()) as Seated];
}

/** Opens a table on one screen that starts from this position. */
export async function place(page: Page, game: GameId, position: string): Promise<void> {
    const facts = (await (await page.request.get(`/api/games/${game}`)).json()) as { seats: unknown[] };
    const names = ["Ann", "Bob", "Cleo", "Dan"].slice(0, facts.seats.length);
    const seats = names.map((name) => ({ kind: "here", name }));
    const made = await page.request.post("/api/tables", { data: { game, seats, position } });
    await sit(page, (await made.json()) as Seated);
}

/** Collects errors of the page's scripts and its content policy. */
export function watch(page: Page): string[] {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
        if (message.type() === "error" && !/WebSocket|Failed to load resource/.test(message.text()))
            errors.push(message.text());
    });
    return errors;
}

/** Every text, label and title that shows an internal id: `hand:white:spear`, `custody`, `plane:hell`, `@h2`. */
export function internalIds(page: Page): Promise<string[]> {
    return page.locator("main").evaluate((main) => {
        const texts = (main as HTMLElement).innerText.split("\n");
        for (const element of main.querySelectorAll("[aria-label], [title], [placeholder]"))
            for (const name of ["aria-label", "title", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
        return [...new Set(texts)].filter((text) => /[a-z]:[a-z]|@\w|custody|limbo:|\b1 (coins|turns)\b/i.test(text));
    });
}

/** A random generator with a fixed seed. */
export function dice(seed: number): () => number {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

const cover = (page: Page) => page.getByRole("button", { name: "show the board" });

/** Waits until this screen can act or the game is over. Lifts the cover between two players. */
async function ready(page: Page): Promise<{ choices: Locator; over: boolean }> {
    const choices = page.locator(".stage .square.open, .stage .slot.open, [data-button]");
    const over = page.locator(".ended");
    const covered = cover(page);
    await expect(choices.or(over).or(covered).first()).toBeVisible({ timeout: 30_000 });
    if (await covered.isVisible()) {
        await covered.click();
        await expect(choices.or(over).first()).toBeVisible();
    }
    return { choices, over: await over.isVisible() };
}

/** Lifts the cover if there is one. */
export async function lift(page: Page): Promise<void> {
    await ready(page);
}

/** Plays one random action and waits until it is in the log. Returns false once the game is over. */
export async function act(page: Page, roll: () => number): Promise<boolean> {
    const { choices, over } = await ready(page);
    if (over) return false;
    const before = await entries(page).count();
    // A card under the mouse may cover a choice.
    await page.mouse.move(0, 0);
    for (let touch = 0; touch < 6; touch++) {
        await choices.nth(Math.floor(roll() * (await choices.count()))).click();
        await expect(page.locator(".prompt[aria-busy=true]")).toHaveCount(0);
        const buy = page.getByRole("button", { name: "Buy", exact: true });
        if (await buy.isVisible()) await buy.click();
        await expect(page.locator(".prompt[aria-busy=true]")).toHaveCount(0);
        if ((await entries(page).count()) > before) return true;
    }
    throw new Error("six clicks, and no action was played");
}

/** Resigns for the player to move on this screen, and waits until that is in the log. */
export async function resign(page: Page): Promise<void> {
    const before = await entries(page).count();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Really resign" }).click();
    const done = async () => (await entries(page).count()) > before || (await page.locator(".ended").isVisible());
    await expect.poll(done).toBe(true);
}

/** All players on this screen resign, one after the other, until the game is over. */
export async function giveUp(page: Page): Promise<void> {
    while (!(await ready(page)).over) await resign(page);
}

/** Opens the review of a short game in which white's first move is a blunder. */
export async function openBlunder(page: Page): Promise<void> {
    const data = '[Game "shogi5"]\n[Result "1-0"]\n\n1. d5d4 2. d1a4 3. b5a4 4. !resign:white 1-0\n';
    const made = await page.request.post("/api/import", { data, headers: { "content-type": "text/plain" } });
    await page.goto(`/review/${((await made.json()) as { id: string }).id}`);
}

/** Lets the computer judge the game of a review. */
export async function analyseGame(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Analyse the game" }).click();
    await expect(page.getByRole("button", { name: "Analyse again" })).toBeVisible({ timeout: 30_000 });
}
