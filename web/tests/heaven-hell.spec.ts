import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { entries, place, seatTwo, sit, square } from "./player";

/** White has 7 coins. An experienced Queen, pieces on all three planes, an orb in Hell. */
const MIDDLE =
    "w1 Fb1,Kd1,Pf2,Ph2m,Qb3x,Cc3,pc4c,Pe4,md5,pf5,Xg5,lc6x,pf7,ph7,rb8,kg8,ne3^,Mc4^x,Nf6^,Ge7^,bd3_ms2,Qf5_*2m,Ib7_ d4i,e5f,f3^o,b6^$2,c6_o,g6_f - 7/5 6+,12,8+,6+,5,20,4+,8,6,12,12,6+,6,2+,8,10 - - - - a1h8/a1h8 -";
/** The same with a Secret Trap of white on a4. */
const TRAPPED = MIDDLE.replace(" - 7/5", " a4w 7/5");
const PHONE = { width: 390, height: 844 };

const entry = (page: Page, id: string): Locator => page.locator(`.stage [data-place="shop:${id}"]`);
const question = (page: Page): Locator => page.getByRole("alertdialog");
const board = (page: Page): Locator => page.getByRole("tablist", { name: "Boards" });
const fontSize = (locator: Locator) => locator.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));

async function clean(page: Page): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    const headings = await new AxeBuilder({ page }).withRules(["heading-order", "page-has-heading-one"]).analyze();
    expect(headings.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test("shop entries show name, price, effect and the reason why not, and say so to screen readers", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await place(page, "heaven-hell", MIDDLE);
    await expect(entry(page, "trap")).toContainText("6 coins");
    await expect(entry(page, "trap")).toContainText("Your trap kills the next piece that moves there");
    await expect(entry(page, "upgrade")).toContainText("Costs 8 coins; you have 7.");
    await expect(entry(page, "fire")).toContainText("Locked. Each purchase unlocks a random entry.");
    for (const part of [".price", ".words", "b", "em"])
        expect(await fontSize(page.locator(`.entry-card ${part}`).first()), part).toBeGreaterThanOrEqual(12);
    await expect(entry(page, "trap")).toHaveAccessibleName(
        /^Secret Trap, 6 coins, you can buy it\. Choose a free square/,
    );
    await expect(entry(page, "upgrade")).toHaveAccessibleName(/^Upgrade, 8 coins\. Costs 8 coins; you have 7\. Choose/);
    await expect(entry(page, "fire")).toHaveAccessibleName(/^Fire, 5 coins\. Locked\. Each purchase/);
    // The log is beside the boards, in the same window.
    const [log, boards] = [await page.locator(".record").boundingBox(), await page.locator(".planes").boundingBox()];
    expect(log!.x).toBeGreaterThanOrEqual(boards!.x + boards!.width);
    expect(log!.y + 120).toBeLessThanOrEqual(900);
    await clean(page);
});

test("a purchase that cannot be undone is confirmed, by mouse and by keyboard", async ({ page }) => {
    await place(page, "heaven-hell", MIDDLE);
    await entry(page, "chaos-orb").click();
    await expect(question(page)).toContainText("Buy Chaos Orb for 4 coins?");
    await expect(question(page)).toContainText("You will have 3 coins left.");
    await clean(page);
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(entry(page, "chaos-orb")).toBeFocused();
    await expect(entries(page)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(question(page).getByRole("button", { name: "Buy" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question(page)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(question(page).getByRole("button", { name: "Buy" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(entries(page).first()).toHaveText("buy chaos orb");
    // The three effects are described in full.
    const card = page.locator('.stage [data-place^="card:"]');
    await expect(card).toHaveCount(3);
    expect(await fontSize(card.first().locator(".words"))).toBeGreaterThanOrEqual(12);
    await expect(card.first().locator(".words")).not.toBeEmpty();
});

test("a purchase that can be undone is played at once", async ({ page }) => {
    await place(page, "heaven-hell", MIDDLE);
    await entry(page, "stun").click();
    await expect(page.locator(".prompt")).toContainText("Still your turn");
    await expect(question(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
});

test("upgrades are described on their buttons", async ({ page }) => {
    await place(page, "heaven-hell", MIDDLE);
    await square(page, "b3").click();
    await square(page, "b8").click();
    await expect(page.getByRole("button", { name: /Wizard Hat/ })).toContainText(
        "This piece is immune to Fire and Ice.",
    );
    await expect(page.getByRole("button", { name: /Portal Gun/ })).toContainText("another plane");
});

test.describe("on a phone", () => {
    test.use({ viewport: PHONE, hasTouch: true });

    test("one board is large, and tabs show the others", async ({ page }) => {
        await place(page, "heaven-hell", MIDDLE);
        await expect(page.locator(".stage .plane")).toHaveCount(1);
        const box = await square(page, "d1").boundingBox();
        expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(40);
        await expect(board(page).getByRole("tab")).toHaveCount(3);
        await board(page).getByRole("tab", { name: "Hell" }).tap();
        await expect(square(page, "b7_")).toBeVisible();
        await expect(square(page, "d1")).toHaveCount(0);
        await clean(page);
    });

    test("boards change by swipe and by keyboard", async ({ page }) => {
        await place(page, "heaven-hell", MIDDLE);
        await square(page, "d4").evaluate((element) => {
            const { x, y } = element.getBoundingClientRect();
            const event = (type: string, clientX: number) =>
                element.dispatchEvent(
                    new PointerEvent(type, {
                        pointerType: "touch",
                        pointerId: 7,
                        bubbles: true,
                        clientX,
                        clientY: y + 5,
                    }),
                );
            event("pointerdown", x);
            event("pointerup", x - 120);
        });
        await expect(square(page, "b7_")).toBeVisible();
        await board(page).getByRole("tab", { name: "Hell" }).focus();
        await page.keyboard.press("ArrowLeft");
        await expect(square(page, "d1")).toBeVisible();
        await square(page, "d1").focus();
        await page.keyboard.press("PageUp");
        await expect(page.locator('[data-plane="heaven"] .square:focus')).toBeVisible();
        // Arrow keys go on from one board to the next.
        await page.keyboard.press("End");
        await page.keyboard.press("ArrowRight");
        await expect(page.locator('[data-plane="earth"] .square:focus')).toBeVisible();
    });

    test("the board changes by itself to where the player can choose, and says so", async ({ page }) => {
        // Black has no piece in Heaven.
        await place(page, "heaven-hell", MIDDLE.replace("ne3^,", "").replace(",Ge7^", ""));
        await board(page).getByRole("tab", { name: "Heaven" }).tap();
        await square(page, "f6^").tap();
        await square(page, "g4^").tap();
        await expect(page.locator(".stage .caption")).toHaveText("Now showing Earth: you can choose there.");
        await expect(square(page, "g8")).toHaveClass(/open/);
    });

    test("the question about a purchase is in view, and boards with changes are marked", async ({ page }) => {
        await place(page, "heaven-hell", MIDDLE);
        await entry(page, "chaos-orb").tap();
        await expect(question(page)).toBeInViewport({ ratio: 1 });
        await question(page).getByRole("button", { name: "Cancel" }).tap();
        await board(page).getByRole("tab", { name: "Heaven" }).tap();
        await square(page, "f6^").tap();
        await square(page, "g4^").tap();
        await expect(entries(page)).toHaveCount(1);
        await board(page).getByRole("tab", { name: "Earth" }).tap();
        await expect(board(page).getByRole("tab", { name: /Heaven ?, changed last turn/ })).toBeVisible();
    });
});

test("the log has one line for each turn; effects are shown on demand and by a setting", async ({ page }) => {
    await place(page, "heaven-hell", MIDDLE);
    await square(page, "f6^").click();
    await square(page, "g4^").click();
    await expect(entries(page)).toHaveText(["f6–g4 in Heaven"]);
    const effects = page.getByText("White Knight jumps from f6 in Heaven to g4 in Heaven.");
    const log = page.locator(".record");
    await expect(log.locator("li")).toHaveCount(1);
    expect((await log.locator("li").boundingBox())!.height).toBeLessThan(40);
    await expect(effects.and(log.locator("p"))).toHaveCount(0);
    await log.getByRole("button", { name: "Effects of turn 1" }).click();
    await expect(effects.and(log.locator("p"))).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(effects.and(log.locator("p"))).toHaveCount(0);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Always show the effects in the move list").check();
    await page.keyboard.press("Escape");
    await expect(effects.and(log.locator("p"))).toBeVisible();
});

test("the legend lists the marks, pieces and squares on the board", async ({ page }) => {
    await place(page, "heaven-hell", MIDDLE);
    await page.getByRole("button", { name: "Legend" }).click();
    const legend = page.getByRole("region", { name: "Legend" });
    for (const text of ["Stunned for 2 turns", "Cursed", "Mounted Archer", "Square of Hell"])
        await expect(legend.getByRole("listitem").filter({ hasText: text })).toHaveCount(1);
    await clean(page);
});

test("a shared screen is covered only while something is hidden", async ({ page }) => {
    const cover = page.getByRole("dialog", { name: /'s turn/ });
    await place(page, "heaven-hell", MIDDLE);
    await square(page, "d1").click();
    await square(page, "e1").click();
    await expect(square(page, "g8")).toHaveClass(/open/);
    await expect(cover).toHaveCount(0);
    const other = await page.context().newPage();
    await place(other, "heaven-hell", TRAPPED);
    await expect(other.getByRole("dialog", { name: "White's turn" })).toBeVisible();
});

test("a click that does nothing is answered beside the place", async ({ browser, request, baseURL }) => {
    const [ofAnn, ofBob] = await seatTwo(request, { game: "heaven-hell", position: MIDDLE });
    const [one, two] = await Promise.all([browser.newContext({ baseURL }), browser.newContext({ baseURL })]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    await sit(ann, ofAnn);
    await sit(bob, ofBob);
    await square(ann, "a8").click();
    await expect(ann.locator(".refusal")).toHaveText("You have no piece on a8 on Earth. Select a highlighted piece.");
    await square(bob, "a8").click();
    await expect(bob.locator(".refusal")).toHaveText("It is White's turn.");
    const [bubble, at] = [await bob.locator(".refusal").boundingBox(), await square(bob, "a8").boundingBox()];
    expect(Math.abs(bubble!.y - at!.y)).toBeLessThan(120);
});
