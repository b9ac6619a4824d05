import { expect, type Page, type Response, test } from "@playwright/test";
import { answered, choose, type Hand, mouse } from "./learner";
import { watch } from "./player";
import { puzzlesOf, type StoredPuzzle } from "./puzzler";

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

/** Does something that brings the next puzzle of a run. Returns the puzzle and its first position. */
async function nextPuzzle(page: Page, act: () => Promise<unknown>) {
    const isFirst = (response: Response) =>
        response.url().includes("/try?") &&
        (response.request().postDataJSON() as { actions: string[] }).actions.length === 0;
    const [next, first] = await Promise.all([page.waitForResponse(/\/next\?/), page.waitForResponse(isFirst), act()]);
    const { id } = (await next.json()) as StoredPuzzle;
    const begun = (await first.json()) as Awaited<ReturnType<typeof answered>>;
    return { begun, puzzle: ALL.find((puzzle) => puzzle.id === id)! };
}

/** An action that is not the solution. */
const wrongOf = ({ begun, puzzle }: Awaited<ReturnType<typeof nextPuzzle>>) =>
    begun.seen.scene.choices.find(
        ({ action, touches }) => action !== puzzle.line[0] && touches.every(({ place }) => place !== undefined),
    )!.action;

test("a streak ends with the first mistake", async ({ page }) => {
    const now = await nextPuzzle(page, () => page.goto(`/puzzles/${GAME}/streak`));
    expect((await choose(page, now.begun, wrongOf(now), mouse)).status).toBe("missed");
    await expect(page.getByText("The run is over: 0 solved.")).toBeVisible();
    await page.getByRole("button", { name: "Start again" }).click();
    await expect(page.getByText("0 solved", { exact: true })).toBeVisible();
});

test("a timed run counts what is solved, takes time for a mistake, and ends with its time", async ({ page }) => {
    await page.clock.install();
    const first = await nextPuzzle(page, () => page.goto(`/puzzles/${GAME}/timed`));
    const clock = page.getByRole("timer", { name: "Time left" });
    await expect(clock).toHaveText(/^(3:00|2:5\d)$/);
    // The last action of a solution brings the next puzzle.
    const second = await nextPuzzle(page, () => solve(page, first.begun, first.puzzle, mouse));
    await expect(page.getByText("1 solved", { exact: true })).toBeVisible();
    const seconds = async () => {
        const [minutes, rest] = (await clock.textContent())!.split(":").map(Number);
        return minutes! * 60 + rest!;
    };
    const before = await seconds();
    await nextPuzzle(page, () => choose(page, second.begun, wrongOf(second), mouse));
    expect(await seconds()).toBeLessThanOrEqual(before - 10);
    await page.clock.fastForward("03:00");
    await expect(page.getByText("The run is over: 1 solved.")).toBeVisible();
    await page.getByRole("button", { name: "Start again" }).click();
    await expect(page.getByText("0 solved", { exact: true })).toBeVisible();
});
