import { expect, test } from "@playwright/test";
import { begin, entries, giveUp, move, place, square } from "./player";

for (const path of ["/t/nosuchtable", "/review/nosuchtable"])
    test(`${path} says that there is no such table, and leads back`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole("alert")).toContainText("table");
        await page.getByRole("alert").getByRole("link", { name: "Back to all games" }).click();
        await expect(page.getByRole("heading", { level: 1 })).toContainText("Strange relatives");
    });

test("the error of a failed request disappears once the table is there", async ({ page }) => {
    // With WebAssembly the browser answers the request itself.
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
    await begin(page, "jungle", "one screen");
    await page.route(/\/api\/tables\/\w+$/, (route) => route.abort());
    let asked = 0;
    await page.route(/\/api\/games\/jungle$/, (route) => (asked++ === 0 ? route.abort() : route.continue()));
    await page.reload();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.locator(".stage")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
});

test("if the browser blocks copying, as on plain http, the link is shown and selected", async ({ page }) => {
    await page.addInitScript(() => {
        Object.defineProperty(navigator, "clipboard", { value: undefined });
        document.execCommand = () => false;
    });
    await page.goto("/board/jungle");
    await page.getByRole("button", { name: "Copy link" }).click();
    const link = page.getByLabel("Copy this link yourself");
    await expect(link).toBeFocused();
    await expect(link).toHaveValue(/\/board\/jungle$/);
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/\/board\/jungle$/);
});

test("without a clipboard API a selected text is copied", async ({ page }) => {
    await page.addInitScript(() => {
        Object.defineProperty(navigator, "clipboard", { value: undefined });
        document.execCommand = (name) => {
            Object.assign(window, { copied: name === "copy" && getSelection()?.toString() });
            return true;
        };
    });
    await page.goto("/board/jungle");
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("button", { name: "Link copied" })).toBeFocused();
    expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toMatch(/\/board\/jungle$/);
});

test("keys in a dialog do not step through the game behind it", async ({ page }) => {
    await begin(page, "shogi5", "one screen");
    await move(page, "a5a2");
    await giveUp(page);
    await page.getByRole("link", { name: "Review" }).click();
    await expect(page.locator(".steps")).toBeVisible();
    await page.getByRole("button", { name: "Play from here" }).click();
    const level = page.getByLabel(/^Level/);
    const before = await level.inputValue();
    await level.press("ArrowRight");
    expect(await level.inputValue()).toBe(`${Number(before) + 1}`);
    await expect(page).toHaveURL(/\/review\/\w+$/);
});

test("a piece that is dropped off the board goes back", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    const box = (await square(page, "a3").boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 20, box.y);
    await expect(page.locator(".dragged")).toBeVisible();
    await page.mouse.move(5, 5, { steps: 3 });
    await expect(page.locator(".dragged")).toBeVisible();
    await page.mouse.up();
    await expect(page.locator(".dragged")).toHaveCount(0);
    await expect(page.locator(".square.held")).toHaveCount(0);
    await move(page, "a3a4");
    await expect(entries(page)).toHaveText(["a3a4"]);
});

test("a rematch of a game from a position starts there again", async ({ page }) => {
    await place(page, "shogi5", "3gk/1b2p/1S3/P1+l2/KG1B1[Ls] w");
    await giveUp(page);
    const first = page.url();
    await page.getByRole("button", { name: "Rematch" }).click();
    await expect.poll(() => page.url()).not.toBe(first);
    await expect(page.locator('.stage .piece[data-at="c2"]')).toBeVisible();
    await expect(page.locator('.stage .piece[data-at="a5"]')).toHaveCount(0);
});

test("two quick clicks on a slow connection create one table", async ({ page }) => {
    let made = 0;
    let release = () => {};
    const pressed = new Promise<void>((done) => (release = done));
    await page.route("/api/tables", async (route) => {
        made += 1;
        await pressed;
        await route.continue();
    });
    await page.goto("/");
    await page.getByRole("button", { name: "Choose level and options" }).first().click();
    await page.getByRole("button", { name: "Start game" }).dblclick();
    release();
    await expect(page.locator(".stage")).toBeVisible();
    expect(made).toBe(1);
});
