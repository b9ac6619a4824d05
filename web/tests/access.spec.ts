import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { begin, GAMES } from "./player";

async function clean(page: Page): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
    test.describe(colorScheme, () => {
        test.use({ colorScheme });

        test("the start screen and its dialogues are accessible", async ({ page }) => {
            await page.goto("/");
            await expect(page.locator("article .plane").first()).toBeVisible();
            await clean(page);
            await page.getByRole("button", { name: "Multiplayer and lobby" }).click();
            await clean(page);
            await page.keyboard.press("Escape");
            await page.getByRole("button", { name: "Settings" }).click();
            await clean(page);
        });

        for (const game of GAMES) {
            test(`${game}: a table is accessible`, async ({ page }) => {
                await begin(page, game, "Play here");
                await clean(page);
            });
        }

        test("rules, and a board to try, are accessible", async ({ page }) => {
            for (const path of ["/rules/jungle", "/board/chess2", "/nowhere"]) {
                await page.goto(path);
                await expect(page.locator("h1").first()).toBeVisible();
                await clean(page);
            }
        });
    });
}

test("nothing is fetched from anywhere else, and nothing breaks the content policy", async ({ page }) => {
    const elsewhere: string[] = [];
    const broken: string[] = [];
    page.on("request", (request) => {
        if (new URL(request.url()).host !== new URL(page.url() === "about:blank" ? request.url() : page.url()).host)
            elsewhere.push(request.url());
    });
    page.on("console", (message) => {
        if (/Content Security Policy/.test(message.text())) broken.push(message.text());
    });
    await begin(page, "heaven-hell", "Play here");
    await page.goto("/rules/heaven-hell");
    await expect(page.locator("h1")).toBeVisible();
    expect(elsewhere).toEqual([]);
    expect(broken).toEqual([]);
});

test("nothing runs over the edge of a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const game of GAMES) {
        await begin(page, game, "Play here");
        await expect(page.locator(".plane").first()).toBeVisible();
        const over = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(over, game).toBeLessThanOrEqual(0);
    }
});

test("the first visit loads less than 200 kB, everything included", async ({ page }) => {
    const loads: Promise<number>[] = [];
    page.on("requestfinished", (request) => loads.push(request.sizes().then((sizes) => sizes.responseBodySize)));
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.locator("article .plane").nth(4)).toBeVisible();
    const total = (await Promise.all(loads)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(200_000);
});
