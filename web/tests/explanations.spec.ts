import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { begin, entries, place, square } from "./player";

/** White has 7 coins. A stunned Murderer in Hell, a cursed Pawn on c4, Fire on e5. */
const MIDDLE =
    "w1 Fb1,Kd1,Pf2,Ph2m,Qb3x,Cc3,pc4c,Pe4,md5,pf5,Xg5,lc6x,pf7,ph7,rb8,kg8,ne3^,Mc4^x,Nf6^,Ge7^,bd3_ms2,Qf5_*2m,Ib7_ d4i,e5f,f3^o,b6^$2,c6_o,g6_f - 7/5 6+,12,8+,6+,5,20,4+,8,6,12,12,6+,6,2+,8,10 - - - - a1h8/a1h8 -";

const card = (page: Page): Locator => page.locator(".explanation");
const marks = (page: Page): Locator => page.locator(".stage .dots .reach, .stage .square.threatened");
const line = (page: Page): Locator => page.locator(".explained");

/** Whether two elements have a common area. */
async function cover(one: Locator, other: Locator): Promise<boolean> {
    const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

async function clean(page: Page): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test("a mouse that rests on an enemy piece opens its card, which covers neither the piece nor its targets", async ({
    page,
}) => {
    await begin(page, "jungle", "one screen");
    await square(page, "c7").hover();
    await expect(card(page).getByRole("heading")).toHaveText("Black leopard");
    await expect(card(page)).toContainText("Rank 5.");
    await expect(card(page).getByRole("img", { name: /^Diagram: it can go to \d+ squares/ })).toBeVisible();
    await expect(marks(page)).toHaveCount(3);
    expect(await cover(card(page), square(page, "c7"))).toBe(false);
    for (const mark of await marks(page).all()) expect(await cover(card(page), mark)).toBe(false);
    await clean(page);
    await page.keyboard.press("Escape");
    await expect(card(page)).toHaveCount(0);
    // Water is no ordinary square; land is, and stays calm.
    await square(page, "b5").hover();
    await expect(card(page).getByRole("heading")).toHaveText("Water");
    await square(page, "d5").hover();
    await expect(card(page)).toHaveCount(0);
});

test("a mouse that rests where the board appears opens no card", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await place(page, "jungle", "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r");
    await square(page, "c7").hover();
    await page.clock.runFor(2000);
    await expect(card(page)).toBeVisible();
    await page.reload();
    await expect(square(page, "c7")).toBeVisible();
    await page.clock.runFor(2000);
    await expect(card(page)).toHaveCount(0);
});

test("selecting an enemy piece shows where it could move, and the next move plays as before", async ({ page }) => {
    await begin(page, "jungle", "one screen");
    await square(page, "c7").click();
    await expect(marks(page)).toHaveCount(3);
    await expect(line(page)).toContainText("Black leopard. It could move to 3 places.");
    await expect(page.locator(".refusal")).toHaveCount(0);
    const height = (await line(page).boundingBox())!.height;
    await square(page, "c3").click();
    await expect(marks(page)).toHaveCount(0);
    await expect(line(page)).toContainText("Red wolf.");
    expect((await line(page).boundingBox())!.height).toBe(height);
    await square(page, "c2").click();
    await expect(entries(page)).toHaveCount(1);
});

test("the question mark opens the card of the square with the focus, and its link leads to the rule", async ({
    page,
}) => {
    await begin(page, "jungle", "one screen");
    await square(page, "a7").focus();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Black rat" });
    await expect(dialog).toBeFocused();
    await expect(dialog).toHaveAccessibleDescription(/Rank 1\./);
    await page.keyboard.press("Escape");
    await expect(card(page)).toHaveCount(0);
    await expect(square(page, "a7")).toBeFocused();
    await page.keyboard.press("?");
    await dialog.getByRole("button", { name: "Read the rule" }).first().press("Enter");
    await expect(page.locator(".rules .named")).toBeInViewport();
});

test.describe("with a finger", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    /** Presses and keeps the finger there until the card is open. */
    async function hold(page: Page, on: Locator): Promise<void> {
        const { x, y, width, height } = (await on.boundingBox())!;
        const at = { clientX: x + width / 2, clientY: y + height / 2 };
        const touch = { ...at, pointerType: "touch", pointerId: 5, bubbles: true, isPrimary: true };
        await on.dispatchEvent("pointerdown", touch);
        await expect(card(page)).toBeVisible();
        await on.dispatchEvent("pointerup", touch);
    }

    test("a long press opens a sheet that does not cover the piece; a tap elsewhere closes it and plays", async ({
        page,
    }) => {
        await begin(page, "jungle", "one screen");
        for (const at of ["c7", "d9", "g1"]) {
            await hold(page, square(page, at));
            expect(await cover(card(page), square(page, at))).toBe(false);
        }
        await expect(card(page).getByRole("heading").first()).toHaveText("Red lion");
        await clean(page);
        await square(page, "c3").tap();
        await expect(card(page)).toHaveCount(0);
        await square(page, "c2").tap();
        await expect(entries(page)).toHaveCount(1);
    });

    test("a tap on an own piece selects it at once and opens no card", async ({ page }) => {
        await begin(page, "jungle", "one screen");
        await square(page, "a3").tap();
        await expect(square(page, "a3")).toHaveClass(/held/);
        await expect(line(page)).toContainText("Red elephant.");
        await expect(card(page)).toHaveCount(0);
        await page.getByRole("button", { name: "More about Red elephant" }).tap();
        await expect(card(page).getByRole("heading").first()).toHaveText("Red elephant");
    });
});

test("Heaven and Hell: badges, items, shop entries with price and lock have cards", async ({ page }) => {
    await place(page, "heaven-hell", MIDDLE);
    await square(page, "d3_").hover();
    const badge = card(page).getByRole("listitem").filter({ hasText: "Stunned for 2 turns." });
    await expect(badge).toHaveText(/Stunned for 2 turns\. \w+/);
    await square(page, "e5").hover();
    await expect(card(page).getByRole("heading").first()).toHaveText("Fire");
    await page.locator('[data-place="shop:fire"]').hover();
    await expect(card(page)).toContainText("Costs 5 coins.");
    await expect(card(page)).toContainText(/locked/i);
    await page.locator('[data-place="shop:trap"]').hover();
    await expect(card(page)).toContainText("Costs 6 coins.");
    expect(await cover(card(page), page.locator('[data-place="shop:trap"]'))).toBe(false);
});

test("at 1280 pixels the squares of three boards have 44 pixels or more", async ({ page }) => {
    await place(page, "heaven-hell", MIDDLE);
    for (const at of ["a1^", "a1", "a1_"])
        expect((await square(page, at).boundingBox())!.width).toBeGreaterThanOrEqual(44);
    await expect(page.locator(".prompt")).toBeInViewport({ ratio: 1 });
});
