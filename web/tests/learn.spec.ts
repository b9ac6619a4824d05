import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { answered, choose, complete, finger, type Hand, levelOf, levelsOf, mouse, openLevel, solve } from "./learner";
import { begin, card, square, watch } from "./player";

const message = (page: Page) => page.locator(".result");
const stars = (page: Page, level: string) => page.locator(`[data-level="${level}"] [data-stars]`);

/** The key that brings the focus nearer to a target: an arrow on the board, Tab elsewhere; "" if it is there. */
function keyTowards(target: Element): string {
    const now = document.activeElement;
    if (now === target) return "";
    const bothSquares = now?.matches(".square") && target.matches(".square");
    // The hand is after the board in the order of the Tab key.
    if (!bothSquares) return now?.matches(".slot") && target.matches(".square") ? "Shift+Tab" : "Tab";
    const [from, to] = [now!.getBoundingClientRect(), target.getBoundingClientRect()];
    if (Math.abs(to.x - from.x) > 2) return to.x > from.x ? "ArrowRight" : "ArrowLeft";
    return to.y > from.y ? "ArrowDown" : "ArrowUp";
}

const keyboard: Hand = async (page, target) => {
    for (let presses = 0; presses < 40; presses++) {
        const key = await target.evaluate(keyTowards);
        if (key === "") break;
        await page.keyboard.press(key);
    }
    await expect(target).toBeFocused();
    await page.keyboard.press("Enter");
};

test("a whole course by mouse, with three stars for every level", async ({ page }) => {
    const errors = watch(page);
    await complete(page, "jungle", mouse);
    await page.getByRole("link", { name: "All levels" }).click();
    for (const { id } of levelsOf("jungle")) await expect(stars(page, id)).toHaveAttribute("data-stars", "3");
    await page.getByRole("button", { name: "Play the computer" }).click();
    await expect(page.locator(".seat", { hasText: "level 1" })).toBeVisible();
    expect(errors).toEqual([]);
});

test("a whole course by keyboard", async ({ page }) => {
    await complete(page, "shogi5", keyboard);
});

test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test("a whole course by touch", async ({ page }) => {
        await complete(page, "chess2", finger);
    });

    test("text and board are visible together, and buttons are large enough", async ({ page }) => {
        for (const [game, level] of [
            ["jungle", "close"],
            ["djambi", "first-game"],
            ["heaven-hell", "how-pieces-move"],
        ] as const) {
            await openLevel(page, game, level);
            const { text } = levelOf(game, level);
            await expect(page.locator(".words")).toContainText(text.trim().split(/\s+/).slice(0, 4).join(" "));
            await expect(page.locator(".stage .plane").first()).toBeInViewport({ ratio: 1 });
            await expect(page.locator(".words")).toBeInViewport({ ratio: 1 });
            const small = await page
                .locator(".level-screen :is(.button, .tools a)")
                .evaluateAll((all) =>
                    all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
                );
            expect(small, game).toEqual([]);
        }
    });
});

test("a piece can be dragged, and the level can be started over", async ({ page }) => {
    await openLevel(page, "jungle", "steps");
    const [from, to] = [await centre(square(page, "c8")), await centre(square(page, "d8"))];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await answered(page, () => page.mouse.up());
    await expect(page.locator("[data-turns]")).toHaveText("1 turn left");
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.locator("[data-turns]")).toHaveText("2 turns left");
    await expect(page.locator('.stage .piece[data-at="c8"]')).toBeVisible();
});

async function centre(target: Locator): Promise<[number, number]> {
    const box = (await target.boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
}

test("a wrong try shows its message and the refutation, and can be retried", async ({ page }) => {
    const level = levelOf("jungle", "den");
    const wrong = level.wrong!.find(({ refutation }) => refutation)!;
    const now = await openLevel(page, "jungle", level.id);
    await choose(page, now, wrong.try[0]!, mouse);
    await expect(message(page)).toContainText(wrong.message);
    await expect(message(page)).toBeFocused();
    await expect(message(page).getByRole("listitem")).toContainText("Red cat on c8 is taken.");
    const taker = wrong.refutation![0]!;
    await expect(page.locator(`.stage .piece[data-at="${taker.slice(2)}"]`)).toHaveCount(1);
    await expect(square(page, taker.slice(0, 2))).not.toHaveClass(/taken/);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(message(page)).toHaveCount(0);
    await expect(page.locator(".stage .square:focus")).toHaveCount(1);
    await solve(page, now, level, mouse);
    await expect(message(page).getByRole("img", { name: "2 stars" })).toBeVisible();
});

test("a refutation is played step by step", async ({ page }) => {
    const settings = JSON.stringify({ pace: "normal", computer: "server" });
    await page.addInitScript((text) => localStorage.setItem("menagerie.settings", text), settings);
    const now = await openLevel(page, "jungle", "race");
    await choose(page, now, "c7b7", mouse);
    const steps = message(page).getByRole("listitem");
    await expect(steps).toHaveCount(1);
    await expect(page.locator('.stage .piece[data-at="e2"]')).toBeVisible();
    await expect(steps).toHaveCount(2);
    // A click on the board skips to the end.
    await square(page, "a1").click();
    await expect(steps).toHaveCount(levelOf("jungle", "race").wrong![0]!.refutation!.length);
    await expect(page.locator('.stage .piece[data-at="d1"]')).toBeVisible();
});

test("an illegal action shows the rule and its reason, changes nothing and costs no star", async ({ page }) => {
    const level = levelOf("jungle", "ranks");
    const now = await openLevel(page, "jungle", level.id);
    await answered(page, async () => {
        await square(page, "d3").click();
        await square(page, "d4").click();
    });
    const [illegal] = level.wrong!;
    await expect(message(page)).toContainText(illegal!.message);
    await expect(page.locator('.stage .piece[data-at="d3"]')).toBeVisible();
    await message(page).getByRole("button", { name: "jungle/captures" }).click();
    await expect(page.locator(".rules .named")).toBeVisible();
    await page.getByRole("button", { name: "Close the rules" }).click();
    await solve(page, now, level, mouse);
    await expect(message(page).getByRole("img", { name: "3 stars" })).toBeVisible();
});

test("a hint is words first and the move second, and costs a star each time", async ({ page }) => {
    const level = levelOf("jungle", "jump");
    const now = await openLevel(page, "jungle", level.id);
    await answered(page, () => page.getByRole("button", { name: "Hint" }).click());
    await expect(page.locator(".words .hint")).toHaveText(level.hint!);
    await expect(page.locator(".stage .arrows polygon")).toHaveCount(0);
    await answered(page, () => page.getByRole("button", { name: "Show the move" }).click());
    await expect(page.locator(".stage .arrows polygon")).toHaveCount(1);
    await solve(page, now, level, mouse);
    await expect(message(page).getByRole("img", { name: "1 star", exact: true })).toBeVisible();
});

test("stars survive a reload and are merged with an account", async ({ page, browser }) => {
    const level = levelOf("jungle", "den");
    await solve(page, await openLevel(page, "jungle", level.id), level, mouse);
    await page.goto("/learn/jungle");
    await expect(stars(page, "den")).toHaveAttribute("data-stars", "3");
    await expect(page.getByRole("link", { name: `Continue: ${levelsOf("jungle")[1]!.title}` })).toBeVisible();
    const account = { name: `learner-${Date.now() % 1e9}`, password: "correct horse" };
    await page.request.post("/api/account", { data: account });
    const stored = { stars: { jungle: { den: 1, steps: 2 } } };
    expect((await page.request.put("/api/account/lessons", { data: stored })).ok()).toBe(true);
    await page.request.delete("/api/session");
    await signIn(page, account);
    await expect(stars(page, "steps")).toHaveAttribute("data-stars", "2");
    await expect(stars(page, "den")).toHaveAttribute("data-stars", "3");

    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto("/learn/jungle");
    await expect(stars(elsewhere, "den")).toHaveAttribute("data-stars", "0");
    await signIn(elsewhere, account);
    await expect(stars(elsewhere, "den")).toHaveAttribute("data-stars", "3");
});

async function signIn(page: Page, account: { name: string; password: string }): Promise<void> {
    await page.getByRole("button", { name: "Sign in" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(account.name);
    await dialog.getByLabel("Password", { exact: true }).fill(account.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(dialog).toBeHidden();
}

test("the first table of a game offers its course once", async ({ page }) => {
    await page.addInitScript(() => {
        if (!sessionStorage.getItem("fresh")) localStorage.removeItem("menagerie.lessons.offers");
        sessionStorage.setItem("fresh", "no");
    });
    const offer = page.getByRole("region", { name: "New to Animal Chess?" });
    await begin(page, "jungle", "Play the computer");
    await expect(offer).toContainText("5 minutes");
    await page.reload();
    await expect(offer).toBeVisible();
    await offer.getByRole("button", { name: "Not now" }).click();
    await expect(offer).toHaveCount(0);
    await page.reload();
    await expect(page.locator(".stage .plane")).toBeVisible();
    await begin(page, "jungle", "one screen");
    await expect(page.locator(".prompt")).toBeVisible();
    await expect(offer).toHaveCount(0);
});

test("the start screen and the rules lead to the course", async ({ page }) => {
    await page.goto("/");
    await card(page, "djambi")
        .getByRole("link", { name: /^Learn / })
        .click();
    await expect(page).toHaveURL("/learn/djambi");
    await page.goto("/rules/djambi");
    await page.getByRole("link", { name: "Learn it step by step" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Learn");
});

for (const colorScheme of ["light", "dark"] as const)
    test(`course and level are accessible in ${colorScheme} colours`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.goto("/learn/jungle");
        await expect(stars(page, "den")).toBeVisible();
        await clean(page);
        const now = await openLevel(page, "jungle", "den");
        await clean(page);
        await choose(page, now, "d8c8", mouse);
        await expect(message(page)).toBeVisible();
        await clean(page);
    });

async function clean(page: Page): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
] as const)
    test(`at ${width} pixels no text lies over the board, before and after a try`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        for (const [game, level, wrong] of [
            ["jungle", "race", "c7b7"],
            ["heaven-hell", "take-the-king", "a1a7"],
        ] as const) {
            const now = await openLevel(page, game, level);
            await expect(page.locator(".stage .plane").first()).toBeVisible();
            expect(await page.evaluate(overBoard), game).toEqual([]);
            await choose(page, now, wrong, mouse);
            await expect(message(page)).toBeVisible();
            expect(await page.evaluate(overBoard), game).toEqual([]);
        }
    });

/** The texts of a level that overlap a board, or run over the edge of the page. */
function overBoard(): string[] {
    const boards = [...document.querySelectorAll(".stage .plane")].map((board) => board.getBoundingClientRect());
    const parts = document.querySelectorAll(".lesson, .lesson *, .tools, .prompt, .explained");
    const found = [...parts].filter((part) => {
        const box = part.getBoundingClientRect();
        const over = boards.some(
            (board) =>
                Math.min(box.right, board.right) - Math.max(box.left, board.left) > 1 &&
                Math.min(box.bottom, board.bottom) - Math.max(box.top, board.top) > 1,
        );
        return over || box.right > innerWidth + 1;
    });
    return found.map((part) => `${part.className}: ${part.textContent}`);
}
