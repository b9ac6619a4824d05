/** The page answers at once: declined offers, elimination, slow computers, clicks that do nothing. */

import { type Browser, expect, type Page, test } from "@playwright/test";
import { begin, GAMES, lift, move, resign, seatTwo, sit, square } from "./player";

const newPage = async (browser: Browser, baseURL: string) => (await browser.newContext({ baseURL })).newPage();

test("a declined takeback and a declined rematch are shown to the player who asked", async ({
    browser,
    request,
    baseURL,
}) => {
    const [red, black] = await seatTwo(request, { game: "jungle" });
    const [ann, bob] = await Promise.all([newPage(browser, baseURL!), newPage(browser, baseURL!)]);
    await sit(ann, red);
    await sit(bob, black);
    await move(ann, "a3a4");
    await ann.getByRole("button", { name: "Take back" }).click();
    await bob.getByRole("button", { name: "Decline" }).click();
    await expect(ann.locator(".prompt .notice")).toHaveText("Black declines to go back.");
    await resign(bob);
    await ann.getByRole("button", { name: "Rematch" }).click();
    await expect(ann.locator(".ended")).toContainText("You offered a rematch. Black must agree.");
    await expect(bob.locator(".ended")).toContainText("Red wants a rematch.");
    await bob.getByRole("button", { name: "Decline" }).click();
    await expect(ann.locator(".ended")).toContainText("Black declined the rematch.");
    await expect(bob.locator(".ended")).not.toContainText("rematch.");
    // It can be offered again, and withdrawn.
    await ann.getByRole("button", { name: "Rematch" }).click();
    await expect(bob.locator(".ended")).toContainText("Red wants a rematch.");
    await ann.getByRole("button", { name: "Withdraw offer" }).click();
    await expect(bob.locator(".ended")).not.toContainText("rematch.");
    await expect(ann.locator(".ended")).not.toContainText("declined");
});

/** The red Assassin kills the blue Chief. */
const BEFORE_ELIMINATION = "gC7yC/9/9/9/9/bC8/9/9/rA7rC 4 rbyg r -";

test("an eliminated player reads so at once, and can watch on or leave", async ({ browser, request, baseURL }) => {
    const seats = [{ kind: "here", name: "Red" }, ...[1, 2, 3].map(() => ({ kind: "open" }))];
    const data = { game: "djambi", seats, position: BEFORE_ELIMINATION };
    const ofRed = await (await request.post("/api/tables", { data })).json();
    const join = async (name: string) =>
        (await request.post(`/api/tables/${ofRed.table.id}/join`, { data: { name } })).json();
    const ofBlue = await join("Blue");
    await join("Yellow");
    await join("Green");
    const [red, blue] = await Promise.all([newPage(browser, baseURL!), newPage(browser, baseURL!)]);
    await blue.setViewportSize({ width: 390, height: 844 });
    await sit(red, ofRed);
    await sit(blue, ofBlue);
    await move(red, "a1a4");
    const out = blue.getByRole("region", { name: "You are out of the game" });
    await expect(out).toContainText("You were eliminated. The others play on without you.");
    await expect(out).toBeInViewport();
    await expect(out.getByRole("link", { name: "Leave" })).toBeVisible();
    await out.getByRole("button", { name: "Keep watching" }).click();
    await expect(out).toHaveCount(0);
    await square(blue, "e3").click();
    await expect(blue.locator(".refusal")).toHaveText("You are watching. Only the players move pieces.");
});

test("a slow computer shows how long it thinks, and later what to do meanwhile", async ({ page }) => {
    await page.clock.install();
    let answers = true;
    await page.routeWebSocket(/\/socket$/, (line) => {
        const server = line.connectToServer();
        // Once the player has moved, the computer's move does not arrive.
        server.onMessage((message) => {
            const { t, seen } = JSON.parse(message as string);
            if (answers || t !== "event") line.send(message);
            if (seen?.actor === "black") answers = false;
        });
    });
    await begin(page, "jungle", "Play the computer");
    const prompt = page.locator(".prompt");
    if (!(await prompt.innerText()).includes("thinking")) await move(page, "a3a4");
    await expect(prompt).toContainText(/Computer, level \d \(\w+\) is thinking/);
    await page.clock.fastForward(4000);
    await expect(prompt).toContainText("4 s");
    await expect(prompt).not.toContainText("longer than usual");
    await page.clock.fastForward(20_000);
    await expect(prompt).toContainText("This takes longer than usual.");
});

async function answer(page: Page, place: string, reason: string): Promise<void> {
    await square(page, place).click();
    await expect(page.locator(".refusal")).toHaveText(reason);
    await expect(page.locator(".prompt .notice")).toHaveCount(0);
    await expect(page.locator("main > [aria-live=polite]")).toContainText(reason.replace(/\.$/, ""));
}

test("every click that does nothing is answered once, beside the place", async ({ browser, request, baseURL }) => {
    const [white, black] = await seatTwo(request, { game: "shogi5", position: "lbsgk/4p/5/P4/KGSBL[] w" });
    const [ann, bob] = await Promise.all([newPage(browser, baseURL!), newPage(browser, baseURL!)]);
    await sit(ann, black);
    await sit(bob, white);
    await answer(ann, "c3", "You have no piece on c3. Select a highlighted piece.");
    await answer(bob, "c3", "It is White's turn.");
    // A piece of another player explains itself.
    await square(ann, "c5").click();
    await expect(ann.locator(".explained")).toContainText("Black silver");
    await expect(ann.locator(".refusal")).toHaveCount(0);
    // A try that a rule forbids has a link to that rule.
    await square(ann, "a2").click();
    await square(ann, "a4").click();
    await expect(ann.locator(".refusal .rule-link")).toContainText("shogi5/");
    await expect(ann.locator(".prompt .notice")).toHaveCount(0);
    await ann.locator(".refusal .rule-link").click();
    await expect(ann.locator(".rules .named")).toBeVisible();
});

test("a piece without a legal move says so", async ({ page, request }) => {
    const [, black] = await seatTwo(request, { game: "shogi5", position: "L3k/5/5/5/4K[] w" });
    await sit(page, black);
    await answer(page, "a5", "The white spear has no legal move. Select a highlighted place.");
});

test("before the first move nothing can be taken back, in any game", async ({ page }) => {
    for (const game of GAMES) {
        await begin(page, game, "one screen");
        await lift(page);
        await expect(page.getByRole("button", { name: "Take back" }), game).toBeDisabled();
    }
});
