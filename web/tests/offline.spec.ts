import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { act, begin, card, dice, entries, GAMES, move, resign, watch } from "./player";

/** The page is its own server here, as it is for players by default. */
test.use({
    serviceWorkers: "allow",
    storageState: async ({ baseURL }, use) => {
        const settings = { name: "menagerie.settings", value: JSON.stringify({ pace: "instant" }) };
        const offers = Object.fromEntries(GAMES.map((game) => [game, "answered"]));
        const answered = { name: "menagerie.lessons.offers", value: JSON.stringify(offers) };
        await use({ cookies: [], origins: [{ origin: baseURL!, localStorage: [settings, answered] }] });
    },
});

/** Visits the page until its files are stored, then cuts the network. */
async function goOffline(page: Page): Promise<void> {
    await page.goto("/");
    await page.evaluate(async () => {
        const { active, installing, waiting } = await navigator.serviceWorker.ready;
        const worker = active ?? waiting ?? installing;
        if (worker?.state !== "activated")
            await new Promise((done) => worker?.addEventListener("statechange", done, { once: true }));
    });
    await page.context().setOffline(true);
    await page.goto("/");
}

for (const game of GAMES)
    test(`${game}: without a network a game against level 5 is played, ended, reviewed and exported`, async ({
        page,
    }) => {
        test.slow();
        const errors = watch(page);
        await goOffline(page);
        await card(page, game).getByRole("button", { name: "Options" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("slider").fill("5");
        await expect(dialog).toContainText("Looks several turns ahead");
        await dialog.getByRole("button", { name: "Start game" }).click();
        await expect(page).toHaveURL(/\/t\/local-/);
        const roll = dice(5);
        for (let actions = 0; actions < 12 && (await act(page, roll)); actions++);
        // Where other computers play on, the game still takes a while.
        if (!(await page.locator(".ended").isVisible())) await resign(page);
        await expect(page.locator(".ended")).toBeVisible({ timeout: 150_000 });
        await page.getByRole("link", { name: "Review" }).click();
        await expect(page.locator("button.entry").first()).toBeVisible();
        const downloaded = page.waitForEvent("download");
        await page.getByRole("group", { name: "Export" }).getByRole("button", { name: "Text" }).click();
        expect(readFileSync(await (await downloaded).path(), "utf8")).toContain(`[Game "${game}"]`);
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

test("a browser without WebAssembly plays at the server", async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
    const errors = watch(page);
    await begin(page, "shogi5", "Play the computer");
    await expect(page).not.toHaveURL(/local-/);
    await move(page, "e2e3").catch(() => {});
    expect(errors).toEqual([]);
});
