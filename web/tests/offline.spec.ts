import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { deploy } from "./deployment";
import { act, begin, card, dice, entries, GAMES, move, resign, square, watch } from "./player";
import { gamesWithPuzzles, puzzlesOf } from "./puzzler";

/** The page is its own server here, as it is for players by default. */
const STORED = {
    "menagerie.settings": JSON.stringify({ pace: "instant" }),
    "menagerie.lessons.offers": JSON.stringify(Object.fromEntries(GAMES.map((game) => [game, "answered"]))),
};

test.use({
    serviceWorkers: "allow",
    storageState: async ({ baseURL }, use) => {
        const localStorage = Object.entries(STORED).map(([name, value]) => ({ name, value }));
        await use({ cookies: [], origins: [{ origin: baseURL!, localStorage }] });
    },
});

/** A random player has lost against level 5 after this many actions at the latest. */
const LONGEST = 150;
/** Options that make a game shorter: with four seats, three computers play on for long. */
const SHORTER: Record<string, string> = { djambi: "2" };

/** Waits until the files of the page are stored. */
async function stored(page: Page): Promise<void> {
    await page.evaluate(async () => {
        const { active, installing, waiting } = await navigator.serviceWorker.ready;
        const worker = active ?? waiting ?? installing;
        if (worker?.state !== "activated")
            await new Promise((done) => worker?.addEventListener("statechange", done, { once: true }));
    });
}

/** Visits the page until its files are stored, then cuts the network. */
async function goOffline(page: Page): Promise<void> {
    await page.goto("/");
    await stored(page);
    await page.context().setOffline(true);
    await page.goto("/");
}

/** Starts a game against level 5. */
async function playLevel5(page: Page, game: string): Promise<void> {
    await card(page, game).getByRole("button", { name: "Options" }).click();
    const dialog = page.getByRole("dialog");
    const option = SHORTER[game];
    if (option) await dialog.getByRole("radio", { name: option, exact: true }).check();
    await dialog.getByRole("slider").fill("5");
    await expect(dialog).toContainText("Looks several turns ahead");
    await dialog.getByRole("button", { name: "Start game" }).click();
    await expect(page).toHaveURL(/\/t\/local-/);
}

/** The puzzle of a game with the fewest actions, but at least this many. */
const shortest = (game: string, least = 1) => puzzlesOf(game).find(({ line }) => line.length >= least)!;

/** Plays an action of two squares on the board of a puzzle. */
async function play(page: Page, action: string): Promise<void> {
    await square(page, action.slice(0, 2)).click();
    await square(page, action.slice(2)).click();
}

/** Moves the piece of the solution to another square. If it has none, another piece. */
async function wrongly(page: Page, solution: string): Promise<void> {
    const open = (not: string) => page.locator(`.stage .square.open:not([data-place="${not}"])`).first();
    await expect(open("")).toBeVisible();
    await open(solution.slice(0, 2)).click();
    await page.locator(`.stage .square.target, .stage .square.open:not(.held)`).first().click();
}

for (const game of GAMES)
    test(`${game}: without a network a game against level 5 is played to its end, reviewed and exported`, async ({
        page,
    }) => {
        test.setTimeout(300_000);
        const errors = watch(page);
        await goOffline(page);
        await playLevel5(page, game);
        const roll = dice(5);
        let goesOn = true;
        for (let actions = 0; goesOn && actions < LONGEST; actions++) goesOn = await act(page, roll);
        expect(goesOn, "the game has ended by its rules").toBe(false);
        await page.getByRole("link", { name: "Review" }).click();
        await expect(page.locator("button.entry").first()).toBeVisible();
        const downloaded = page.waitForEvent("download");
        await page.getByRole("group", { name: "Export" }).getByRole("button", { name: "Text" }).click();
        expect(readFileSync(await (await downloaded).path(), "utf8")).toContain(
            `[Game "${[game, SHORTER[game]].filter(Boolean).join(":")}"]`,
        );
        await expect(page.getByText("Pictures are drawn by the server.")).toBeVisible();
        await expect(page.getByRole("link", { name: "PNG" })).toHaveCount(0);
        expect(errors).toEqual([]);
    });

test("a reload without a network goes on with the game", async ({ page }) => {
    await goOffline(page);
    await card(page, "jungle").getByRole("button", { name: "Play the computer" }).click();
    await move(page, "a3a4");
    await expect(entries(page)).toHaveCount(2, { timeout: 30_000 });
    await page.reload();
    await expect(entries(page)).toHaveCount(2);
    await expect(page.locator('.stage .piece[data-at="a4"]')).toBeVisible();
});

test("lessons, rules, editor, analysis and one screen work without a network", async ({ page }) => {
    const errors = watch(page);
    await goOffline(page);
    await card(page, "jungle").getByRole("button", { name: "one screen" }).click();
    await expect(page).toHaveURL(/\/t\/local-/);
    await move(page, "a3a4", "g7g6");
    await page.goto("/rules/jungle");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".plane").first()).toBeVisible();
    await page.goto("/learn/jungle");
    await page.getByRole("main").getByRole("link").first().click();
    await expect(page.locator(".stage .plane, .plane").first()).toBeVisible();
    await page.goto("/board/jungle");
    await expect(page.locator(".plane").first()).toBeVisible();
    await page.getByLabel("Computer analysis").check();
    await expect(page.locator(".analysis .words")).toHaveText(/ wins \d+ of 100\.$/, { timeout: 30_000 });
    expect(errors).toEqual([]);
});

test("an endgame is answered from the tables without a network", async ({ page }) => {
    await goOffline(page);
    await page.goto(`/board/jungle?position=${encodeURIComponent("7/7/1w5/7/7/7/7/2C4/5P1 r")}`);
    await page.getByLabel("Computer analysis").check();
    await expect(page.locator(".analysis")).toContainText("Table: wins in 19", { timeout: 30_000 });
});

test("puzzles work without a network: list, day, theme, hint, refutation, solution, streak", async ({ page }) => {
    const errors = watch(page);
    await goOffline(page);
    await page.goto("/puzzles");
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(gamesWithPuzzles().length);
    await page.getByRole("link", { name: "Animal Chess: puzzle of the day" }).click();
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(page.locator(".arrows .main, .planned").first()).toBeVisible();
    const [first, long] = [shortest("jungle"), shortest("jungle", 3)];
    await page.goto(`/puzzles/jungle/${long.id}`);
    await play(page, long.line[0]!);
    await expect(page.locator(".stage .piece").first()).toBeVisible();
    await expect(page.locator(".facts")).toContainText("1");
    await play(page, long.line[2]!);
    await expect(page.locator(".result")).toContainText("Solved!");
    await expect(page.locator(".result")).toContainText(/Your rating: 1500 → \d{4} \(\+\d+\)/);
    await page.goto(`/puzzles/jungle/${first.id}`);
    await wrongly(page, first.line[0]!);
    await expect(page.locator(".result.missed")).toContainText(/Your rating: \d{4} → \d{4} \(−\d+\)/);
    await expect(page.locator(".result .steps li").first()).toBeVisible();
    await page.locator(".result").getByRole("button", { name: "Show the solution" }).click();
    await expect(page.locator(".solution button[aria-current=step]")).toBeVisible();
    await page.goto("/puzzles/jungle");
    const themes = page.getByRole("combobox", { name: "Theme" });
    await themes.selectOption({ index: 1 });
    await expect(page.locator(".stage .piece").first()).toBeVisible();
    await page.goto("/puzzles/jungle/streak");
    await expect(page.getByText("0 solved", { exact: true })).toBeVisible();
    await expect(page.locator(".stage .piece").first()).toBeVisible();
    expect(errors).toEqual([]);
});

test("a game of this browser is uploaded as a record when there is a network again", async ({ page }) => {
    await goOffline(page);
    await card(page, "jungle").getByRole("button", { name: "Play the computer" }).click();
    await move(page, "a3a4");
    await expect(entries(page)).toHaveCount(2, { timeout: 30_000 });
    await resign(page);
    await page.getByRole("link", { name: "Review" }).click();
    const upload = page.getByRole("group", { name: "Export" }).getByRole("button", { name: "Upload" });
    await upload.click();
    await expect(page.getByRole("alert")).toBeVisible();
    await page.context().setOffline(false);
    await upload.click();
    await expect(page).toHaveURL(/\/review\/(?!local-)/);
    await expect(page.locator("button.entry").first()).toBeVisible();
    const id = page.url().match(/review\/(\w+)/)![1];
    const table = await (await page.request.get(`/api/tables/${id}/record`)).text();
    expect(table).toContain("a3a4");
});

test("two tabs show the same game, and nothing of it is lost", async ({ page }) => {
    await page.goto("/");
    await card(page, "jungle").getByRole("button", { name: "one screen" }).click();
    await expect(page).toHaveURL(/\/t\/local-/);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.locator(".stage .plane").first()).toBeVisible();
    await move(page, "a3a4");
    await expect(other.locator('.stage .piece[data-at="a4"]')).toBeVisible();
    await move(other, "g7g6");
    await expect(page.locator('.stage .piece[data-at="g6"]')).toBeVisible();
    await page.reload();
    await expect(entries(page)).toHaveCount(2);
});

test("an update of the page loses neither a running game nor a file that it needs", async ({ browser, baseURL }) => {
    test.slow();
    const site = await deploy(baseURL!);
    const context = await browser.newContext({ serviceWorkers: "allow" });
    await context.addInitScript((stored) => {
        for (const [name, value] of Object.entries(stored)) if (!localStorage.getItem(name)) localStorage[name] = value;
    }, STORED);
    const page = await context.newPage();
    const errors = watch(page);
    await page.goto(site.url);
    await stored(page);
    await page.reload();
    const caches = (where: Page) => where.evaluate(() => globalThis.caches.keys());
    const [old] = await caches(page);
    await card(page, "jungle").getByRole("button", { name: "Play the computer" }).click();
    await move(page, "a3a4");
    await expect(entries(page)).toHaveCount(2, { timeout: 30_000 });
    const table = page.url();
    site.update();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const waits = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting));
    await expect.poll(waits, { timeout: 30_000 }).toBe(true);
    // The game goes on, and a screen that was never opened comes from the stored files of its version.
    await move(page, "a4a5");
    await expect(entries(page)).toHaveCount(4, { timeout: 30_000 });
    await page.evaluate(() => {
        const link = document.body.appendChild(document.createElement("a"));
        link.href = "/rules/jungle";
        link.click();
    });
    await expect(page.locator(".plane").first()).toBeVisible();
    await page.close();
    const next = await context.newPage();
    await next.goto(table);
    await expect(entries(next)).toHaveCount(4);
    await expect(next.locator('.stage .piece[data-at="a5"]')).toBeVisible();
    await expect.poll(async () => (await caches(next)).filter((name) => name === old)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
    site.close();
});

test("the page can be installed", async ({ page }) => {
    await page.goto("/");
    const manifest = (await (await page.request.get("/menagerie.webmanifest")).json()) as Record<string, unknown>;
    expect(manifest).toMatchObject({ start_url: "/", display: "standalone" });
    const icons = manifest.icons as { src: string; sizes: string; type: string; purpose: string }[];
    const pixels = icons.filter(({ type }) => type === "image/png").map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    expect(pixels).toEqual(["192x192 any", "512x512 any", "512x512 maskable"]);
    for (const { src, sizes } of icons) {
        const width = await page.evaluate(async (src) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return image.naturalWidth;
        }, src);
        if (sizes !== "any") expect(`${width}x${width}`, src).toBe(sizes);
    }
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // Playwright's contexts are like private windows.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

test("local play asks the server for nothing", async ({ page }) => {
    await page.goto("/");
    await stored(page);
    await card(page, "jungle").getByRole("button", { name: "Play the computer" }).click();
    await expect(page).toHaveURL(/\/t\/local-/);
    const asked: string[] = [];
    page.on("request", (request) => {
        if (/\/api\/(scene|reach|tables|analyse|arrange)/.test(request.url())) asked.push(request.url());
    });
    await move(page, "a3a4");
    await expect(entries(page)).toHaveCount(2, { timeout: 30_000 });
    expect(asked).toEqual([]);
});

test("a browser without WebAssembly plays at the server", async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
    const errors = watch(page);
    await begin(page, "jungle", "Play the computer");
    await expect(page).not.toHaveURL(/local-/);
    await move(page, "a3a4");
    await expect(entries(page)).toHaveCount(2, { timeout: 30_000 });
    expect(errors).toEqual([]);
});
