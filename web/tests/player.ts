/** What the tests do at a table, as a person would: by touching what is marked. */

import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";

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

/** What the server answers to whoever sits down: the table and the tokens of the seats. */
type Seated = { table: { id: string }; tokens: [string, string][] };

/** Takes seats as the page itself would remember them. */
export async function sit(page: Page, { table, tokens }: Seated): Promise<void> {
    await page.addInitScript(
        ([id, held]) => localStorage.setItem("menagerie.seats", JSON.stringify({ [id as string]: held })),
        [table.id, tokens] as const,
    );
    await page.goto(`/t/${table.id}`);
    await expect(page.locator(".stage .plane").first()).toBeVisible();
}

/** A table at which Ann has the first seat and Bob the second, each in a browser of their own. */
export async function seatTwo(
    request: APIRequestContext,
    wish: { game: GameId; position?: string },
): Promise<[Seated, Seated]> {
    const seats = [{ kind: "here", name: "Ann" }, { kind: "open" }];
    const made = (await (await request.post("/api/tables", { data: { ...wish, seats } })).json()) as Seated;
    const joined = await request.post(`/api/tables/${made.table.id}/join`, { data: { name: "Bob" } });
    return [made, (await joined.json()) as Seated];
}

/** Opens a table at one screen that begins with this position. */
export async function place(page: Page, game: GameId, position: string): Promise<void> {
    const names = ["Ann", "Bob", "Cleo", "Dan"].slice(0, game === "djambi" ? 4 : 2);
    const seats = names.map((name) => ({ kind: "here", name }));
    const made = await page.request.post("/api/tables", { data: { game, seats, position } });
    await sit(page, (await made.json()) as Seated);
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

/** Every text, label and title of the table that shows an internal id: `hand:white:spear`, `custody`, `plane:hell`, `@h2`. */
export function internalIds(page: Page): Promise<string[]> {
    return page.locator("main").evaluate((main) => {
        const texts = (main as HTMLElement).innerText.split("\n");
        for (const element of main.querySelectorAll("[aria-label], [title], [placeholder]"))
            for (const name of ["aria-label", "title", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
        return [...new Set(texts)].filter((text) => /[a-z]:[a-z]|@\w|custody|limbo:|\b1 (coins|turns)\b/i.test(text));
    });
}

/** A generator of the same numbers in every run. */
export function dice(seed: number): () => number {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

const cover = (page: Page) => page.getByRole("button", { name: "show the board" });

/** Waits until this screen can choose something or the game is over; lifts the cover that lies between two people. */
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

/** Chooses one action by touching marked places and buttons, and waits until it is told; false once the game is over. */
export async function act(page: Page, roll: () => number): Promise<boolean> {
    const { choices, over } = await ready(page);
    if (over) return false;
    const before = await entries(page).count();
    for (let touch = 0; touch < 6; touch++) {
        await choices.nth(Math.floor(roll() * (await choices.count()))).click();
        await expect(page.locator(".prompt[aria-busy=true]")).toHaveCount(0);
        if ((await entries(page).count()) > before) return true;
    }
    throw new Error("six touches, and nothing was done");
}

/** Gives up for whoever is on turn at this screen, and waits until that is told. */
export async function resign(page: Page): Promise<void> {
    const before = await entries(page).count();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Really resign" }).click();
    const told = async () => (await entries(page).count()) > before || (await page.locator(".ended").isVisible());
    await expect.poll(told).toBe(true);
}

/** Everybody at this screen gives up, one after the other, until the game is over. */
export async function giveUp(page: Page): Promise<void> {
    while (!(await ready(page)).over) await resign(page);
}
