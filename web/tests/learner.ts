/** Plays levels of courses as a learner would, with the solutions of the lesson files. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { parse } from "smol-toml";

export interface LessonLevel {
    id: string;
    title: string;
    text: string;
    success: string;
    hint?: string;
    solution: string[];
    wrong?: { try: string[]; message: string; refutation?: string[] }[];
}

/** The part of an answer that a learner's hand needs. */
interface Answer {
    status: string;
    played: unknown[];
    seen: { scene: { choices: { action: string; touches: { touch: string; place?: string; id?: string }[] }[] } };
}

/** The levels of a game's course, in order. */
export function levelsOf(game: string): LessonLevel[] {
    const file = join(import.meta.dirname, "../../crates/games", game, "lessons.toml");
    const { chapter } = parse(readFileSync(file, "utf8")) as unknown as { chapter: { level: LessonLevel[] }[] };
    return chapter.flatMap(({ level }) => level);
}

export const levelOf = (game: string, id: string): LessonLevel => levelsOf(game).find((level) => level.id === id)!;

/** How to select a square, a card or a button. */
export type Hand = (page: Page, target: Locator) => Promise<void>;
export const mouse: Hand = (_, target) => target.click();
export const finger: Hand = (_, target) => target.tap();

const isAnswer = (response: Response) =>
    /\/api\/(lessons\/[^/]+\/[^/]+|puzzles\/[^/]+\/try)(\?.*)?$/.test(response.url()) &&
    response.request().method() === "POST";

/** Does something and returns the server's answer about the level. */
export async function answered(page: Page, act: () => Promise<unknown>): Promise<Answer> {
    const [response] = await Promise.all([page.waitForResponse(isAnswer), act()]);
    return (await response.json()) as Answer;
}

/** Opens a level. */
export const openLevel = (page: Page, game: string, level: string): Promise<Answer> =>
    answered(page, () => page.goto(`/learn/${game}/${level}`));

/** Chooses an action by its touches. Returns the server's answer. */
export function choose(page: Page, now: Answer, action: string, hand: Hand): Promise<Answer> {
    const choice = now.seen.scene.choices.find((choice) => choice.action === action);
    if (!choice) throw new Error(`${action} is not among the choices`);
    return answered(page, async () => {
        for (const { place, id } of choice.touches) {
            const target =
                place === undefined
                    ? page.locator(`[data-button="${id}"]`)
                    : page.locator(`.stage [data-place="${place}"]:is(.square, .slot)`);
            // A piece that must move is selected already.
            if (place === undefined || !(await target.evaluate((element) => element.matches(".held"))))
                await hand(page, target);
        }
    });
}

/** Plays the solution of a level that is open. */
export async function solve(page: Page, begun: Answer, { solution }: LessonLevel, hand: Hand): Promise<void> {
    let now = begun;
    for (let at = 0; now.status === "going"; at += now.played.length)
        now = await choose(page, now, solution[at]!, hand);
    expect(now.status).toBe("solved");
}

/** Plays a whole course from its first level. Each level shows its success sentence and leads to the next one. */
export async function complete(page: Page, game: string, hand: Hand): Promise<void> {
    const levels = levelsOf(game);
    await page.goto(`/learn/${game}`);
    let now = await answered(page, () => hand(page, page.getByRole("link", { name: `Start: ${levels[0]!.title}` })));
    for (const [index, level] of levels.entries()) {
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(level.title);
        await solve(page, now, level, hand);
        await expect(page.locator(".result.solved")).toContainText(level.success);
        const next = page.getByRole("link", { name: "Next level" }).first();
        if (index === levels.length - 1) break;
        await expect(next).toBeFocused();
        now = await answered(page, () => hand(page, next));
    }
    await expect(page.getByRole("heading", { name: "You finished the course" })).toBeVisible();
}
