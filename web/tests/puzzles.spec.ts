import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { answered, choose, type Hand, mouse } from "./learner";
import { watch } from "./player";

interface StoredPuzzle {
    id: string;
    position: string;
    line: string[];
    rating: number;
}

/** The puzzles of a game's collection, the shortest first. */
function puzzlesOf(game: string): StoredPuzzle[] {
    const file = join(import.meta.dirname, "../../crates/games", game, "puzzles.jsonl");
    const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
    return lines.map((line) => JSON.parse(line) as StoredPuzzle).sort((a, b) => a.line.length - b.line.length);
}

const keyboard: Hand = async (page, target) => {
    await target.focus();
    await page.keyboard.press("Enter");
};

const GAME = "jungle";
/** One puzzle of several turns, if there is one. */
const ALL = puzzlesOf(GAME);
const [FIRST, LONG] = [ALL[0]!, ALL.find(({ line }) => line.length > 1) ?? ALL[0]!];

const open = (page: Page, { id }: StoredPuzzle) => answered(page, () => page.goto(`/puzzles/${GAME}/${id}`));

/** Plays the solution of a puzzle that is open. */
async function solve(page: Page, begun: Awaited<ReturnType<typeof open>>, { line }: StoredPuzzle, hand: Hand) {
    let now = begun;
    for (let done = 0; done < line.length && now.status === "going"; done += now.played.length)
        now = await choose(page, now, line[done]!, hand);
    expect(now.status).toBe("solved");
}

test("a puzzle is solved with the mouse, the rating changes, the next one follows", async ({ page }) => {
    const errors = watch(page);
    await solve(page, await open(page, LONG), LONG, mouse);
    await expect(page.locator(".result")).toContainText("Solved!");
    await expect(page.locator(".result")).toContainText(/Your rating: 1500 → \d{4} \(\+\d+\)/);
    const next = page.getByRole("button", { name: "Next puzzle" });
    await expect(next).toBeFocused();
    await answered(page, () => next.click());
    await expect(page.locator(".result")).toHaveCount(0);
    expect(errors).toEqual([]);
});

test("a puzzle is solved with the keyboard alone", async ({ page }) => {
    await solve(page, await open(page, FIRST), FIRST, keyboard);
    await expect(page.locator(".result")).toContainText("Solved!");
});

test("a wrong answer is refuted on the board and counts; the solution can be shown", async ({ page }) => {
    const begun = await open(page, FIRST);
    const wrong = begun.seen.scene.choices.find(
        ({ action, touches }) => action !== FIRST.line[0] && touches.every(({ place }) => place !== undefined),
    )!;
    const answer = await choose(page, begun, wrong.action, mouse);
    expect(answer.status).toBe("missed");
    const result = page.locator(".result.missed");
    await expect(result).toContainText("That is not the solution.");
    await expect(result).toContainText(/Your rating: 1500 → \d{3,4} \(−\d+\)/);
    await result.getByRole("button", { name: "Show the solution" }).click();
    await expect(page.locator(".solution button[aria-current=step]")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator(".result")).toHaveCount(0);
});

test("games with puzzles are listed; a day has one puzzle; a hint shows an arrow", async ({ page }) => {
    await page.goto("/");
    await page.locator(`article a[href="/puzzles/${GAME}"]`).click();
    await expect(page.locator("main h1")).toContainText("Solve puzzles");
    await page.getByRole("link", { name: "All puzzles" }).click();
    await answered(page, () => page.getByRole("link", { name: "Animal Chess: puzzle of the day" }).click());
    const position = await page.locator(".stage .piece").count();
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(page.locator(".arrows .main, .planned").first()).toBeVisible();
    await page.goto(`/puzzles/${GAME}/daily`);
    await expect(page.locator(".stage .piece")).toHaveCount(position);
});

test("a streak ends with the first mistake", async ({ page }) => {
    const [next, begun] = await Promise.all([
        page.waitForResponse(/\/next\?/),
        answered(page, () => page.goto(`/puzzles/${GAME}/streak`)),
    ]);
    const { id } = (await next.json()) as StoredPuzzle;
    const [solution] = ALL.find((puzzle) => puzzle.id === id)!.line;
    const wrong = begun.seen.scene.choices.find(
        ({ action, touches }) => action !== solution && touches.every(({ place }) => place !== undefined),
    )!;
    expect((await choose(page, begun, wrong.action, mouse)).status).toBe("missed");
    await expect(page.getByText("The run is over: 0 solved.")).toBeVisible();
    await page.getByRole("button", { name: "Start again" }).click();
    await expect(page.getByText("0 solved", { exact: true })).toBeVisible();
});
