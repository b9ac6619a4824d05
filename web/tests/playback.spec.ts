import { expect, type Page, test } from "@playwright/test";
import { act, dice, entries, type GameId, sit, square } from "./player";

// These tests are about playback: with motion, and at the page's own pace.
test.use({ storageState: { cookies: [], origins: [] }, reducedMotion: "no-preference" });

/** The places on the boards that have a piece, as one text. */
type Position = string;
type Heard = {
    t: string;
    entry?: { by: string; event: string };
    seen?: { viewer: string; actor: string; scene: { pieces: { at: string; size: number }[] } };
};

const DJAMBI = [{ kind: "here", name: "Ann" }, ...[1, 2, 3].map(() => ({ kind: "computer", level: 1 }))];
const JUNGLE = DJAMBI.slice(0, 2);

/** Sits down against computers. Their answers to an own action are held back until all have come, then told together. */
async function face(page: Page, game: GameId, seats: object[], pace = "normal") {
    await page.addInitScript((pace) => localStorage.setItem("menagerie.settings", JSON.stringify({ pace })), pace);
    const answers: Position[] = [];
    const held: string[] = [];
    let tell: (message: string) => void = () => {};
    let complete = false;
    await page.routeWebSocket(/\/socket$/, (line) => {
        const server = line.connectToServer();
        let own = "";
        tell = (message) => line.send(message);
        server.onMessage((text) => {
            const { t, entry, seen } = JSON.parse(text as string) as Heard;
            if (t === "full") own = seen!.viewer;
            if (!entry || !seen || entry.by === own) return line.send(text);
            held.push(text as string);
            complete = seen.actor === own;
            const position = seen.scene.pieces.map(({ at }) => at);
            answers.push(position.sort().join(" "));
        });
    });
    const made = await page.request.post("/api/tables", { data: { game, seats } });
    await sit(page, await made.json());
    await expect(page.locator(".square.open").first()).toBeVisible();
    const positions = await record(page);
    return {
        /** What the board should show, one after the other; answers that change nothing in sight are not among them. */
        answers: () => answers.filter((position, i) => position !== answers[i - 1]),
        /** Tells the answers as soon as all have come. */
        letAnswer: async () => {
            await expect.poll(() => complete, { timeout: 60_000 }).toBe(true);
            complete = false;
            for (const message of held.splice(0)) tell(message);
        },
        positions,
        /** The position that the board shows now. */
        shown: async () => (await positions()).at(-1)![0],
    };
}

/** Plays a whole turn: after a kill the corpse has to be put down, too. */
async function playTurn(page: Page): Promise<void> {
    do await act(page, dice(7));
    while (await page.getByText("Still your turn").isVisible());
}

/** Notes each position that the board shows, with the time at which it appeared. */
async function record(page: Page) {
    await page.evaluate(() => {
        const seen: [position: string, at: number][] = [];
        const look = () => {
            const pieces = [...document.querySelectorAll<HTMLElement>(".stage [data-at]")];
            const position = pieces
                .map(({ dataset }) => dataset.at!)
                .sort()
                .join(" ");
            if (position !== seen.at(-1)?.[0]) seen.push([position, performance.now()]);
        };
        Object.assign(window, { seen });
        look();
        new MutationObserver(look).observe(document.querySelector(".stage")!, {
            subtree: true,
            childList: true,
            attributes: true,
            attributeFilter: ["data-at"],
        });
    });
    return () => page.evaluate(() => (window as unknown as { seen: [Position, number][] }).seen);
}

/** How long each of these positions stood on the board, in their order. */
function times(seen: [Position, number][], wanted: Position[]): number[] {
    const from = seen.findLastIndex(([position]) => position === wanted[0]);
    const shown = seen.slice(from, from + wanted.length);
    expect(shown.map(([position]) => position)).toEqual(wanted);
    return shown.slice(1).map(([, at], i) => at - shown[i]![1]);
}

const behind = (page: Page) => page.locator(".prompt", { hasText: "to show." });
/** Waits until the board is behind and takes no selection. The page looks at each frame: playback may be short. */
const closedWhileBehind = (page: Page) =>
    page.waitForFunction(
        () =>
            document.querySelector(".prompt")?.textContent.includes("to show.") &&
            !document.querySelector(".square.open"),
    );
const replay = (page: Page) => page.getByRole("button", { name: "Replay last moves" });

for (const reducedMotion of ["no-preference", "reduce"] as const)
    test.describe(`motion: ${reducedMotion}`, () => {
        test.use({ reducedMotion });

        test("three answers in Djambi are shown one after the other, in order, and marked", async ({ page }) => {
            const { answers, letAnswer, positions } = await face(page, "djambi", DJAMBI);
            await playTurn(page);
            const closed = closedWhileBehind(page);
            await letAnswer();
            await closed;
            await expect(page.locator(".square.open").first()).toBeVisible();
            expect(answers().length).toBeGreaterThanOrEqual(3);
            // 600 ms by the page's clock. A busy machine draws one late, so the bound is half of it.
            for (const time of times(await positions(), answers())) expect(time).toBeGreaterThan(300);
            // The latest turn is marked, and the turns before it more faintly.
            await expect(page.locator(".square.moved")).not.toHaveCount(0);
            expect(await page.locator(".square.earlier").count()).toBeGreaterThanOrEqual(3);
            // The own action clears the marks.
            await playTurn(page);
            await expect(page.locator(".square.earlier")).toHaveCount(0);
        });
    });

/** Collects the lines that the page tells to screen readers from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
    const told = await page.locator("main > [aria-live=polite]").evaluateHandle((region) => {
        const lines: string[] = [];
        const collect = (records: MutationRecord[]) =>
            records.forEach(({ addedNodes }) =>
                addedNodes.forEach((node) => node instanceof HTMLElement && lines.push(node.innerText)),
            );
        new MutationObserver(collect).observe(region, { childList: true });
        return lines;
    });
    return () => told.jsonValue();
}

test("a click on the board skips to the present, and chooses nothing", async ({ page }) => {
    const { answers, letAnswer, shown } = await face(page, "djambi", DJAMBI, "slow");
    await playTurn(page);
    const told = await listen(page);
    await letAnswer();
    await expect(behind(page)).toBeVisible();
    await square(page, "a1").click();
    expect(await shown()).toBe(answers().at(-1));
    await expect(behind(page)).toHaveCount(0);
    await expect(page.locator(".square.held")).toHaveCount(0);
    await expect(page.locator(".prompt .notice, .refusal")).toHaveCount(0);
    // Each answer is told to screen readers, once.
    await expect.poll(async () => (await told()).length).toBeGreaterThanOrEqual(3);
    const words = await told();
    expect(new Set(words).size).toBe(words.length);
    // The next click chooses. First the card of a1 goes away, which may cover the square.
    await page.mouse.move(0, 0);
    await expect(page.locator(".explanation")).toHaveCount(0);
    await page.locator(".square.open").first().click();
    await expect(page.locator(".square.held")).toHaveCount(1);
});

test("Escape, Space and Enter skip, too, and choose nothing on the board", async ({ page }) => {
    const { answers, letAnswer, shown } = await face(page, "djambi", DJAMBI, "slow");
    for (const key of ["Escape", "Space", "Enter"]) {
        await playTurn(page);
        await page.locator(".square[tabindex='0']").first().focus();
        await letAnswer();
        await expect(behind(page)).toBeVisible();
        await page.keyboard.press(key);
        expect(await shown()).toBe(answers().at(-1));
        await expect(page.locator(".square.held")).toHaveCount(0);
    }
});

test("the last moves can be replayed by button and by key, and skipped", async ({ page }) => {
    const { answers, letAnswer, positions, shown } = await face(page, "djambi", DJAMBI, "slow");
    await playTurn(page);
    const before = await shown();
    await letAnswer();
    await page.getByRole("button", { name: "Skip" }).click();
    const present = await shown();
    expect(present).toBe(answers().at(-1));
    await replay(page).click();
    await expect.poll(shown).toBe(before);
    await expect(page.locator(".square.open")).toHaveCount(0);
    await expect(replay(page)).toBeVisible();
    for (const time of times(await positions(), [before, ...answers()])) expect(time).toBeGreaterThan(500);
    expect(await shown()).toBe(present);
    await page.keyboard.press("r");
    await expect.poll(shown).toBe(before);
    await page.getByRole("button", { name: "Skip" }).press("Enter");
    expect(await shown()).toBe(present);
    await expect(page.locator(".square.open").first()).toBeVisible();
});

test("the last moves can be replayed after the end", async ({ page }) => {
    const { letAnswer, shown } = await face(page, "jungle", JUNGLE);
    await playTurn(page);
    const before = await shown();
    await letAnswer();
    await expect.poll(shown).not.toBe(before);
    const present = await shown();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Really resign" }).click();
    await expect(page.locator(".ended")).toBeVisible();
    await expect(replay(page)).toBeVisible();
    await page.keyboard.press("r");
    await expect.poll(shown).toBe(before);
    await expect.poll(shown).toBe(present);
    await expect(replay(page)).toBeVisible();
});

test("moves of opponents can be instant or slow", async ({ page }) => {
    const { answers, letAnswer, positions, shown } = await face(page, "djambi", DJAMBI);
    const choose = async (label: string) => {
        await page.getByRole("button", { name: "Settings" }).click();
        await page.getByRole("group", { name: "Opponents' moves" }).getByText(label).click();
        await page.keyboard.press("Escape");
    };
    await choose("Instant");
    await playTurn(page);
    await letAnswer();
    await expect(page.locator(".square.open").first()).toBeVisible();
    await expect(behind(page)).toHaveCount(0);
    expect(await shown()).toBe(answers().at(-1));
    const round = answers().length;
    await choose("Slow");
    await playTurn(page);
    await letAnswer();
    await expect(behind(page)).toBeVisible();
    await expect(page.locator(".square.open").first()).toBeVisible();
    // Longer than the 600 ms of the normal pace. A busy machine draws one late, so the bound is not the whole time.
    for (const time of times(await positions(), answers().slice(round))) expect(time).toBeGreaterThan(700);
});

test("a move planned by dragging while others think is done in time", async ({ page }) => {
    const { letAnswer } = await face(page, "jungle", JUNGLE);
    await square(page, "a3").click();
    await square(page, "a4").click();
    await expect(entries(page)).toHaveCount(1);
    await square(page, "g3").dragTo(square(page, "g4"));
    await expect(page.locator(".prompt .planned")).toBeVisible();
    await letAnswer();
    await expect(entries(page).nth(2)).toHaveText("g3g4");
    await expect(page.locator('.stage .piece[data-at="g4"]')).toBeVisible();
});

test.describe("by touch", () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

    test("a tap skips, a tap on Replay plays again, and the next tap on the board chooses", async ({ page }) => {
        const { answers, letAnswer, shown } = await face(page, "djambi", DJAMBI, "slow");
        await playTurn(page);
        await letAnswer();
        await expect(behind(page)).toBeVisible();
        await square(page, "a1").tap();
        expect(await shown()).toBe(answers().at(-1));
        await expect(page.locator(".square.held")).toHaveCount(0);
        await replay(page).tap();
        await expect(behind(page)).toBeVisible();
        await square(page, "e5").tap();
        expect(await shown()).toBe(answers().at(-1));
        await page.locator(".square.open").first().tap();
        await expect(page.locator(".square.held")).toHaveCount(1);
    });
});
