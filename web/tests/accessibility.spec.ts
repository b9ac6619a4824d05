import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { analyseGame, begin, card, GAMES, lift, openBlunder, resign, seatTwo, sit } from "./player";

async function clean(page: Page): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
    test.describe(colorScheme, () => {
        test.use({ colorScheme });

        test("the start screen and its dialogs are accessible", async ({ page }) => {
            await page.goto("/");
            await expect(page.locator("article .plane").first()).toBeVisible();
            await clean(page);
            await page.getByRole("button", { name: "Create or join a table" }).click();
            await clean(page);
            await page.keyboard.press("Escape");
            await page.getByRole("button", { name: "Settings" }).click();
            await expect(page.getByRole("dialog", { name: "Settings" }).locator(".plane")).toBeVisible();
            await clean(page);
        });

        test("your games, the banner, an invitation and a report are accessible", async ({ page, request }) => {
            const [red, black] = await seatTwo(request, { game: "jungle" });
            await sit(page, red);
            const other = await (await page.context().browser()!.newContext()).newPage();
            await sit(other, black);
            await other.getByRole("tab", { name: "Chat" }).click();
            await other.getByLabel("Write a message").fill("Hello");
            await other.getByRole("button", { name: "Send" }).click();
            await page.getByRole("tab", { name: "Chat (1)" }).click();
            await clean(page);
            await page.getByRole("button", { name: "Report the message of Bob" }).click();
            await clean(page);
            const seats = [{ kind: "here", name: "Ann" }, { kind: "open" }];
            const made = await (await request.post("/api/tables", { data: { game: "shogi5", seats } })).json();
            await page.goto(`/t/${made.table.id}`);
            await expect(page.getByRole("button", { name: /^Play / })).toBeVisible();
            await expect(page.getByRole("link", { name: "Your turn in 1 other game" })).toBeVisible();
            await clean(page);
            await page.goto("/");
            await expect(page.getByRole("region", { name: "Your games" })).toContainText("Your turn");
            await clean(page);
            await card(page, "djambi").getByRole("button", { name: "Play with a friend" }).click();
            await page.getByLabel("Show this table in the lobby").uncheck();
            await page.getByRole("button", { name: "Create table" }).click();
            await expect(page.locator(".qr")).toBeVisible();
            await page.getByRole("link", { name: /^Your turn in/ }).click();
            await page
                .getByRole("region", { name: "Your games" })
                .getByRole("link", { name: /Animal/ })
                .click();
            await expect(page.getByRole("button", { name: "Stop waiting" })).toBeVisible();
            await clean(page);
        });

        for (const game of GAMES) {
            test(`${game}: a table is accessible`, async ({ page }) => {
                await begin(page, game, "one screen");
                await clean(page);
            });
        }

        test("the rules beside a game are accessible", async ({ page }) => {
            await begin(page, "jungle", "one screen");
            await page.getByRole("button", { name: "Rules", exact: true }).click();
            await expect(page.locator(".rules article").first()).toBeVisible();
            await clean(page);
        });

        test("the board editor and a review are accessible", async ({ page }) => {
            await page.goto("/board/chess2");
            await page.getByRole("button", { name: "Set up pieces" }).click();
            await clean(page);
            await openBlunder(page);
            await analyseGame(page);
            await page.getByRole("button", { name: "Next mistake of White" }).click();
            await page.getByText("What do these numbers mean?").click();
            await page.getByLabel("Computer analysis").check();
            await expect(page.locator(".analysis .bar")).toBeVisible({ timeout: 20_000 });
            await clean(page);
        });

        test("puzzles, corrected mistakes and a study are accessible", async ({ page }) => {
            await page.goto("/puzzles");
            await expect(page.locator("li.card").first()).toBeVisible();
            await clean(page);
            await page.goto("/puzzles/jungle");
            await expect(page.locator(".stage .plane")).toBeVisible();
            await page.getByRole("button", { name: "Show the solution" }).click();
            await expect(page.locator(".solution .plane")).toBeVisible();
            await clean(page);
            await openBlunder(page);
            await analyseGame(page);
            await page.getByRole("button", { name: "Learn from the mistakes of White" }).click();
            await expect(page.locator(".mistakes .plane")).toBeVisible();
            await clean(page);
            await page.getByRole("button", { name: "Save as study" }).click();
            await expect(page.getByLabel("Comment on this position")).toBeVisible();
            await clean(page);
        });

        test("rules, and a board to try, are accessible", async ({ page }) => {
            for (const path of ["/rules/jungle", "/board/chess2", "/nowhere"]) {
                await page.goto(path);
                await expect(page.locator("h1").first()).toBeVisible();
                await clean(page);
            }
        });
    });
}

test("nothing is fetched from other servers, and nothing violates the content policy", async ({ page }) => {
    const elsewhere: string[] = [];
    const broken: string[] = [];
    page.on("request", (request) => {
        if (new URL(request.url()).host !== new URL(page.url() === "about:blank" ? request.url() : page.url()).host)
            elsewhere.push(request.url());
    });
    page.on("console", (message) => {
        if (/Content Security Policy/.test(message.text())) broken.push(message.text());
    });
    await begin(page, "heaven-hell", "one screen");
    await page.goto("/rules/heaven-hell");
    await expect(page.locator("h1")).toBeVisible();
    expect(elsewhere).toEqual([]);
    expect(broken).toEqual([]);
});

/** By how many pixels the page is too wide. */
const over = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [name, viewport] of [
    ["held sideways", { width: 844, height: 390 }],
    ["at twice the size", { width: 640, height: 400 }],
] as const) {
    test(`nothing runs over the edge ${name}, and the whole board is in sight`, async ({ page }) => {
        await page.setViewportSize(viewport);
        for (const game of GAMES) {
            await begin(page, game, "one screen");
            const board = page.locator(".stage .plane").first();
            const bottom = async () => ((box) => box!.y + box!.height)(await board.boundingBox());
            await expect.poll(bottom, game).toBeLessThanOrEqual(viewport.height);
            await expect.poll(() => over(page), game).toBeLessThanOrEqual(0);
        }
    });
}

test("on a slow connection the page always shows something, and nothing jumps", async ({ page, browserName }) => {
    test.skip(browserName !== "chromium", "only Chromium can slow a connection down and measure layout shifts");
    await page.addInitScript(() => {
        const shifts = { sum: 0 };
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
                if (!entry.hadRecentInput) shifts.sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
    });
    const line = await page.context().newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 400,
        downloadThroughput: 50_000,
        uploadThroughput: 20_000,
    });
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.locator("h1")).toBeVisible({ timeout: 30_000 });
    await expect(page.locator("article .plane").first()).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: "one screen" }).first().click();
    await expect(page.getByText(/Loading…|Setting up the board/)).toBeVisible();
    await expect(page.locator(".stage .plane")).toBeVisible({ timeout: 30_000 });
    // Browsers rate a layout shift below 0.1 as good.
    expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.1);
});

test("nothing runs over the edge of a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const game of GAMES) {
        await begin(page, game, "one screen");
        await expect(page.locator(".plane").first()).toBeVisible();
        await expect.poll(() => over(page), game).toBeLessThanOrEqual(0);
    }
});

for (const game of GAMES) {
    test(`${game}: on a phone nothing covers anything else`, async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await begin(page, game, "one screen");
        await lift(page);
        await page.locator(".stage .square:not(.open):not(.taken)").first().click();
        await expect(page.locator(".refusal")).toBeVisible();
        expect(await page.evaluate(covered)).toEqual([]);
    });
}

/** The parts of a table that overlap, at every scroll position. */
function covered(): string[] {
    const parts = [".bars.above", ".planes", ".prompt", ".bars.below", ".trays", ".tools", ".record"];
    const found: string[] = [];
    for (let y = 0; y < document.documentElement.scrollHeight; y += 200) {
        window.scrollTo(0, y);
        const boxes = parts.flatMap((part) =>
            [...document.querySelectorAll(`main ${part}`)].map((element) => ({
                part,
                box: element.getBoundingClientRect(),
            })),
        );
        for (const [i, a] of boxes.entries())
            for (const b of boxes.slice(i + 1)) {
                const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
                const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
                if (wide > 1 && high > 1) found.push(`${a.part} and ${b.part} at ${y}`);
            }
    }
    return found;
}

test("the first visit loads less than 200 kB, everything included", async ({ page }) => {
    const loads: Promise<number>[] = [];
    page.on("requestfinished", (request) => loads.push(request.sizes().then((sizes) => sizes.responseBodySize)));
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.locator("article .plane").nth(4)).toBeVisible();
    const total = (await Promise.all(loads)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(200_000);
});
