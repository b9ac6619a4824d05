import { expect, test } from "@playwright/test";
import { begin, GAMES } from "./player";

// Pictures for the README: `npm run pictures` writes them into docs/pictures/page.
test.skip(!process.env.PICTURES, "only on demand");

for (const [size, viewport] of [
    ["desktop", { width: 1280, height: 800 }],
    ["phone", { width: 390, height: 844 }],
] as const) {
    test(`pictures at ${size} size`, async ({ page }) => {
        await page.setViewportSize(viewport);
        await page.goto("/");
        await expect(page.locator("article .plane").first()).toBeVisible();
        await page.waitForTimeout(500);
        await page.screenshot({ path: `../docs/pictures/page/start-${size}.png` });
        for (const game of GAMES) {
            await begin(page, game, "Play here");
            await expect(page.locator(".plane").first()).toBeVisible();
            await page.waitForTimeout(300);
            await page.screenshot({ path: `../docs/pictures/page/${game}-${size}.png` });
        }
    });
}
