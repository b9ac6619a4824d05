import { expect, type Page, test } from "@playwright/test";
import { begin, card, move, seatTwo, sit, watch } from "./player";

/** Replaces the browser's notifications, and `document.hidden`, by ones that the test controls. */
async function stubNotifications(page: Page): Promise<void> {
    await page.addInitScript(() => {
        const state = { hidden: false, asked: 0, shown: [] as string[] };
        Object.assign(window, { stubbed: state });
        Object.defineProperty(document, "hidden", { get: () => state.hidden });
        class Stub {
            static permission = "default";
            static requestPermission() {
                state.asked++;
                return Promise.resolve((Stub.permission = "granted"));
            }
            constructor(title: string) {
                state.shown.push(title);
            }
        }
        Object.assign(window, { Notification: Stub });
    });
}
type Stubbed = { hidden: boolean; asked: number; shown: string[] };
const stubbed = (page: Page) => page.evaluate(() => (window as unknown as { stubbed: Stubbed }).stubbed);
async function hide(page: Page, hidden: boolean): Promise<void> {
    await page.evaluate((value) => {
        (window as unknown as { stubbed: Stubbed }).stubbed.hidden = value;
        document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
}

const strip = (page: Page) => page.getByRole("region", { name: "Your games" });

test("the start screen lists your games, your turn first, and follows them", async ({ browser, request }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    const errors = [watch(ann), watch(bob)];
    await stubNotifications(bob);
    const [red, black] = await seatTwo(request, { game: "jungle" });
    await sit(ann, red);
    await sit(bob, black);
    await bob.goto("/");
    const game = strip(bob).getByRole("link", { name: /Animal Chess/ });
    await expect(game).toContainText("Against Ann");
    await expect(game).toContainText("Ann to move");
    await expect(bob).toHaveTitle(/^Menagerie/);
    // Nothing asks for notifications until the player does.
    expect((await stubbed(bob)).asked).toBe(0);
    await bob.getByRole("button", { name: "Notify me when it is my turn" }).click();
    expect((await stubbed(bob)).asked).toBe(1);
    await hide(bob, true);
    await move(ann, "a3a4");
    await expect(game).toContainText("Your turn");
    await expect(bob).toHaveTitle(/^\(1\) Menagerie/);
    await expect.poll(async () => (await stubbed(bob)).shown).toEqual(["Your turn: Animal Chess"]);
    await hide(bob, false);
    await game.click();
    await expect(bob.locator(".stage .square.open").first()).toBeVisible();
    await expect(bob).toHaveTitle("(1) Animal Chess · Menagerie");
    await move(bob, "a7a6");
    await expect(bob).toHaveTitle("Animal Chess · Menagerie");
    expect(errors.flat()).toEqual([]);
});

test("a game that ends while you are away is offered for review, and can be removed", async ({ browser, request }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    const [red, black] = await seatTwo(request, { game: "jungle" });
    await sit(ann, red);
    await sit(bob, black);
    await bob.goto("/");
    await expect(strip(bob)).toContainText("Ann to move");
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.getByRole("button", { name: "Really resign" }).click();
    await expect(strip(bob).getByRole("link", { name: /You win/ })).toHaveAttribute("href", `/review/${red.table.id}`);
    await strip(bob)
        .getByRole("button", { name: /Remove this game/ })
        .click();
    await expect(strip(bob)).toHaveCount(0);
});

test("“Play someone now” plays the computer until an opponent comes, and does not leave that game", async ({
    browser,
}) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    const errors = [watch(ann), watch(bob)];
    await ann.goto("/");
    await card(ann, "shogi5").getByRole("button", { name: "Play someone now" }).click();
    await expect(ann.locator(".stage")).toBeVisible();
    await expect(ann.locator(".stage")).toContainText("Computer");
    const banner = ann.locator("header [role=status]");
    await expect(banner).toContainText("Waiting for an opponent… You are playing the computer meanwhile.");
    const meanwhile = ann.url();
    await bob.goto("/");
    await expect(bob.locator("article", { hasText: "Waiting for players now" })).toContainText("10 min + 10 s");
    await card(bob, "shogi5").getByRole("button", { name: "Play someone now" }).click();
    await expect(bob.locator(".stage")).toBeVisible();
    await expect(bob.locator(".stage")).not.toContainText("Computer");
    const go = banner.getByRole("link", { name: "Your opponent is here: go to the game" });
    await expect(go).toBeVisible();
    await expect(ann).toHaveTitle(/^\(\d\) /);
    expect(ann.url()).toBe(meanwhile);
    await ann.reload();
    await go.click();
    await expect.poll(() => ann.url()).toBe(bob.url());
    await expect(banner).toHaveText("");
    expect(errors.flat()).toEqual([]);
});

test("waiting can be stopped", async ({ page }) => {
    await page.goto("/");
    await card(page, "heaven-hell").getByRole("button", { name: "Play someone now" }).click();
    await page.getByRole("button", { name: "Stop waiting" }).click();
    await expect(page.locator("header [role=status]")).toHaveText("");
    const { waiting } = (await (await page.request.get("/api/lobby")).json()) as { waiting: { game: string }[] };
    expect(waiting.filter(({ game }) => game === "heaven-hell")).toEqual([]);
});

test("an invitation names the host, the game and the clock, and leads to the rules", async ({ page, request }) => {
    const seats = [{ kind: "here", name: "Ann" }, { kind: "open" }];
    const clock = { kind: "fischer", initial: 300, increment: 5 };
    const made = await (await request.post("/api/tables", { data: { game: "jungle", seats, clock } })).json();
    await page.goto(`/t/${made.table.id}`);
    const invitation = page.getByRole("region", { name: "Ann invites you to play Animal Chess" });
    await expect(invitation).toContainText("Each player has 5 min, plus 5 s for every turn.");
    await expect(invitation.locator(".plane .piece").first()).toBeVisible();
    await invitation.getByRole("link", { name: "How to play Animal Chess" }).click();
    await expect(page).toHaveURL(/\/rules\/jungle$/);
    await page.goBack();
    await page.getByRole("button", { name: "Play black" }).click();
    await expect(page.locator('.stage [data-seat="red"]')).toContainText("Ann");
});

test("the link of an invitation has a preview with a picture", async ({ page, request }) => {
    const seats = [{ kind: "here", name: "Ann <b>" }, { kind: "open" }];
    const clock = { kind: "fischer", initial: 600, increment: 0 };
    const made = await (await request.post("/api/tables", { data: { game: "jungle", seats, clock } })).json();
    await page.goto(`/t/${made.table.id}`);
    const content = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute("content");
    expect(await content("title")).toBe("Ann <b> invites you to a game of Animal Chess");
    expect(await content("description")).toContain("10 minutes each. A seat is free");
    expect(await content("url")).toBe(page.url());
    const picture = await request.get((await content("image"))!);
    expect(picture.headers()["content-type"]).toBe("image/png");
});

test("the first move has a time limit and starts the clocks", async ({ page, request }) => {
    const seats = [{ kind: "here", name: "Ann" }, { kind: "open" }];
    const clock = { kind: "fischer", initial: 120, increment: 0 };
    const made = await (await request.post("/api/tables", { data: { game: "jungle", seats, clock } })).json();
    await request.post(`/api/tables/${made.table.id}/join`, { data: { name: "Bob" } });
    await sit(page, made);
    const own = page.locator('.stage [data-seat="red"]');
    await expect(own).toContainText(/first move within (2:00|1:5\d)/);
    await expect(own.getByRole("timer")).toHaveText("2:00");
    await move(page, "a3a4");
    await expect(own).not.toContainText("first move");
    await expect(own.getByRole("timer")).toHaveText("2:00");
    await expect(page.getByLabel("black's clock")).toHaveText(/1:5\d/);
});

test("against the computer no clock counts days", async ({ page }) => {
    await page.goto("/");
    await card(page, "jungle").getByRole("button", { name: "Choose level and options" }).click();
    await expect(page.getByLabel("Clock")).toContainText("10 min");
    await expect(page.getByLabel("Clock")).not.toContainText("days");
    await page.keyboard.press("Escape");
    await card(page, "jungle").getByRole("button", { name: "Play with a friend" }).click();
    await expect(page.getByLabel("Clock")).toContainText("3 days per turn");
});

test("a game against the computer is in the list after a reload", async ({ page }) => {
    await begin(page, "jungle", "Play the computer");
    const path = new URL(page.url()).pathname;
    await page.goto("/");
    const game = strip(page).getByRole("link", { name: /Animal Chess/ });
    await expect(game).toContainText("Against the computer, level 3");
    await expect(game).toContainText("Your turn");
    await expect(game).toHaveAttribute("href", path);
});
