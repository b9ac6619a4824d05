import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { card, move, resign, watch } from "./player";

const PASSWORD = "correct horse";
let count = 0;
/** A name that no account has. */
const fresh = (name: string) => `${name}${Date.now().toString(36).slice(-5)}${process.pid % 1000}${count++}`;

const dialog = (page: Page) => page.getByRole("dialog", { name: "Your account" });
const account = (page: Page, name: string) => page.getByRole("link", { name: `Your account, ${name}` });

async function fill(page: Page, how: "Sign in" | "Register", name: string, password = PASSWORD): Promise<void> {
    await dialog(page).getByRole("tab", { name: how }).click();
    await dialog(page).getByLabel("Name").fill(name);
    await dialog(page).getByLabel("Password", { exact: true }).fill(password);
    await dialog(page).getByRole("button", { name: how, exact: true }).click();
}

async function enter(page: Page, how: "Sign in" | "Register", name: string): Promise<void> {
    await page.goto("/");
    await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
    await fill(page, how, name);
    await expect(account(page, name)).toBeVisible();
}

const visitor = async (browser: Browser) => (await browser.newContext()).newPage();

/** Creates a rated table of Animal Chess and returns its path. */
async function makeRated(page: Page): Promise<string> {
    await page.goto("/");
    await card(page, "jungle").getByRole("button", { name: "Play with a friend" }).click();
    await expect(page.getByLabel("Rated")).not.toBeChecked();
    await page.getByLabel("Rated").check();
    await page.getByLabel("Your side").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Create table" }).click();
    return new URL(await page.getByLabel("Link to this table").inputValue()).pathname;
}

test("register, sign out, sign in again", async ({ page }) => {
    const errors = watch(page);
    const ann = fresh("ann");
    await enter(page, "Register", ann);
    await page.reload();
    await account(page, ann).click();
    await expect(page.getByRole("heading", { level: 1, name: ann })).toBeVisible();
    await expect(page.getByText("No rated matches yet.")).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("banner").getByRole("button", { name: "Sign in" })).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
    await enter(page, "Sign in", ann);
    expect(errors).toEqual([]);
});

test("a refusal shows the server's sentence, the dialog keeps its size, and Escape closes it", async ({ page }) => {
    const ann = fresh("ann");
    await page.goto("/");
    await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
    await expect(dialog(page).getByLabel("Name")).toBeFocused();
    const before = await dialog(page).boundingBox();
    await fill(page, "Sign in", ann, "wrong horse");
    await expect(dialog(page).getByRole("alert")).toHaveText("The name or the password is wrong.");
    expect(await dialog(page).boundingBox()).toEqual(before);
    await fill(page, "Register", ann, "short");
    await expect(dialog(page).getByRole("alert")).toHaveText("A password has 8 to 200 characters.");
    expect(await dialog(page).boundingBox()).toEqual(before);
    await dialog(page).getByRole("button", { name: "Show: password" }).click();
    await expect(dialog(page).getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
});

test("two accounts play a rated match, and their ratings change", async ({ browser }) => {
    const [one, two] = await Promise.all([visitor(browser), visitor(browser)]);
    const errors = [watch(one), watch(two)];
    const [ann, bob] = [fresh("ann"), fresh("bob")];
    await enter(one, "Register", ann);
    await enter(two, "Register", bob);
    const path = await makeRated(one);
    await two.goto("/");
    await two.getByRole("button", { name: "Create or join a table" }).click();
    await expect(two.getByLabel("Your name")).toHaveValue(bob);
    await two.getByRole("tab", { name: "Lobby" }).click();
    await expect(two.getByRole("tabpanel").getByRole("listitem").filter({ hasText: ann })).toContainText("rated");
    await two.goto(path);
    await two.getByRole("button", { name: /^Play / }).click();
    await expect(two.locator(".prompt")).toBeVisible();
    await expect(two.locator(".stage").getByRole("link", { name: ann })).toBeVisible();
    await resign(two);
    await expect(one.locator(".ended h2")).toHaveText("You win");
    await expect(one.locator(".ended")).toContainText(/Rating 1500 → 1[56]\d\d \(\+\d+\)/);
    await expect(one.locator(".ended")).toContainText(/Rating 1500 → 1[34]\d\d \(−\d+\)/);
    for (const [page, name, other, how] of [
        [one, ann, bob, "Won"],
        [two, bob, ann, "Lost"],
    ] as const) {
        await account(page, name).click();
        const row = page.getByRole("row", { name: /Animal Chess/ });
        await expect(row).toContainText("provisional");
        const rating = Number(await row.locator("b").innerText());
        if (how === "Won") expect(rating).toBeGreaterThan(1500);
        else expect(rating).toBeLessThan(1500);
        await expect(page.locator(".rows li", { hasText: other })).toContainText(how);
    }
    await two.getByRole("link", { name: ann }).click();
    await expect(two.getByRole("heading", { level: 1, name: ann })).toBeVisible();
    await expect(two.getByText(/Sessions|Sign out/)).toHaveCount(0);
    await two.getByRole("link", { name: "Animal Chess" }).click();
    await expect(two).toHaveURL(path.replace("/t/", "/review/"));
    expect(errors.flat()).toEqual([]);
});

test("a guest at a rated table is asked to sign in, and then sits down", async ({ browser }) => {
    const [host, guest] = await Promise.all([visitor(browser), visitor(browser)]);
    const bob = fresh("bob");
    await enter(host, "Register", fresh("ann"));
    await guest.goto(await makeRated(host));
    await expect(guest.getByText("This match counts")).toBeVisible();
    await guest.getByRole("button", { name: /^Play / }).click();
    await expect(dialog(guest)).toContainText("This match is rated: sign in first, or look for one that is not.");
    await fill(guest, "Register", bob);
    await expect(guest.getByLabel("Your name")).toHaveValue(bob);
    await expect(guest.getByRole("alert")).toHaveCount(0);
    await guest.getByRole("button", { name: /^Play / }).click();
    await expect(guest.locator(".prompt")).toBeVisible();
});

test("a second browser of the account plays its game, and stops when the session ends", async ({
    browser,
    request,
}) => {
    const [one, two] = await Promise.all([visitor(browser), visitor(browser)]);
    const errors = watch(two);
    const ann = fresh("ann");
    await enter(one, "Register", ann);
    const seats = [{ kind: "here", name: ann }, { kind: "open" }];
    const made = await (await one.request.post("/api/tables", { data: { game: "jungle", seats } })).json();
    await request.post(`/api/tables/${made.table.id}/join`, { data: { name: "Bob" } });
    await enter(two, "Sign in", ann);
    const game = two.getByRole("region", { name: "Your games" }).getByRole("link", { name: /Against Bob/ });
    await expect(game).toContainText("Your turn");
    await game.click();
    await move(two, "a3a4");
    await expect(two.locator(".prompt")).toContainText(/black/i);
    await account(two, ann).click();
    await expect(two.getByRole("link", { name: "Continue Animal Chess" })).toBeVisible();
    await two.goBack();
    await expect(two.getByRole("button", { name: "Resign" })).toBeVisible();
    await account(one, ann).click();
    await one.locator("summary", { hasText: "Sessions" }).click();
    await one.getByRole("button", { name: "End all other sessions" }).click();
    await expect(two.getByRole("button", { name: "Resign" })).toHaveCount(0);
    await expect(two.locator('.stage .piece[data-at="a4"]')).toBeVisible();
    expect(errors).toEqual([]);
});

test("another session is ended, and its browser notices", async ({ browser }) => {
    const [here, there] = await Promise.all([visitor(browser), visitor(browser)]);
    const ann = fresh("ann");
    await enter(here, "Register", ann);
    await enter(there, "Sign in", ann);
    await account(here, ann).click();
    await here.locator("summary", { hasText: "Sessions" }).click();
    await expect(here.getByRole("button", { name: "End all other sessions" })).toBeVisible();
    await here.getByRole("button", { name: /^End: / }).click();
    await expect(here.getByRole("button", { name: /^End/ })).toHaveCount(0);
    await there.reload();
    await expect(there.getByRole("banner").getByRole("button", { name: "Sign in" })).toBeVisible();
    await here.reload();
    await expect(account(here, ann)).toBeVisible();
});

test("a new password counts, and a token is shown once and revoked", async ({ page }) => {
    const ann = fresh("ann");
    await enter(page, "Register", ann);
    await account(page, ann).click();
    await page.getByText("Password", { exact: true }).click();
    await page.getByLabel("Old password", { exact: true }).fill("wrong horse");
    await page.getByLabel("New password", { exact: true }).fill("battery staple");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByRole("alert")).toHaveText("The old password is wrong.");
    await page.getByLabel("Old password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed.")).toBeVisible();
    await page.getByText("API tokens", { exact: false }).click();
    await page.getByLabel("Label").fill("my bot");
    await page.getByText("Play as you").click();
    await page.getByRole("button", { name: "Create token" }).click();
    const token = await page.getByLabel("Your new token (shown only once)").inputValue();
    const told = await page.request.get("/api/account", { headers: { authorization: `Bearer ${token}` } });
    expect(((await told.json()) as { name: string }).name).toBe(ann);
    await expect(page.locator(".rows li", { hasText: "my bot" })).not.toContainText("board:play");
    await page.reload();
    await page.getByText("API tokens", { exact: false }).click();
    await page.getByRole("button", { name: "Revoke: my bot" }).click();
    await expect(page.getByRole("button", { name: "Revoke: my bot" })).toHaveCount(0);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
    await fill(page, "Sign in", ann, "battery staple");
    await expect(account(page, ann)).toBeVisible();
});

test("a button loads older matches", async ({ page, browser }) => {
    const ann = fresh("ann");
    await enter(page, "Register", ann);
    const seats = [
        { kind: "here", name: "Ann" },
        { kind: "computer", level: 1 },
    ];
    for (let i = 0; i < 31; i++)
        await page.request.post("/api/tables", { data: { game: "jungle", seats, public: true } });
    const guest = await visitor(browser);
    await guest.goto(`/u/${ann}`);
    await expect(guest.locator("section .rows li")).toHaveCount(30);
    await guest.getByRole("button", { name: "Older matches" }).click();
    await expect(guest.locator("section .rows li")).toHaveCount(31);
    await expect(guest.getByRole("button", { name: "Older matches" })).toHaveCount(0);
});

test("a profile lists running games, private ones only to their owner", async ({ page, browser }) => {
    const ann = fresh("ann");
    await enter(page, "Register", ann);
    const seats = [
        { kind: "here", name: "Ann" },
        { kind: "computer", level: 1 },
    ];
    for (const [game, open] of [
        ["jungle", true],
        ["shogi5", false],
    ] as const)
        await page.request.post("/api/tables", { data: { game, seats, public: open } });
    const running = (of: Page) => of.getByRole("region", { name: "Playing now" }).getByRole("listitem");
    await account(page, ann).click();
    await expect(running(page)).toHaveCount(2);
    await expect(running(page).filter({ hasText: "Shogi" })).toContainText("Your turn");
    const guest = await visitor(browser);
    await guest.goto(`/u/${ann}`);
    await expect(running(guest)).toHaveCount(1);
    await expect(running(guest).getByRole("link", { name: "Watch Animal Chess" })).toBeVisible();
    // The seat tokens of these games are in no browser: the start screen still lists them.
    await page.goto("/");
    await expect(page.getByRole("region", { name: "Your games" }).getByRole("listitem")).toHaveCount(2);
});

test("the page of an unknown account shows an error", async ({ page }) => {
    await page.goto("/u/nobody-of-this-name");
    await expect(page.getByRole("alert")).toBeVisible();
});

async function clean(page: Page): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
    test(`${colorScheme}: accounts are accessible, and fit on a phone`, async ({ browser }) => {
        const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 } });
        const page = await context.newPage();
        const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const ann = fresh("ann-with-long-nm").slice(-20);
        await page.goto("/");
        await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
        for (const tab of ["Register", "Sign in"]) {
            await dialog(page).getByRole("tab", { name: tab }).click();
            await clean(page);
        }
        await fill(page, "Register", ann);
        expect(await over()).toBeLessThanOrEqual(0);
        await card(page, "jungle").getByRole("button", { name: "Play with a friend" }).click();
        await expect(page.getByLabel("Rated")).toBeVisible();
        await clean(page);
        await page.keyboard.press("Escape");
        await account(page, ann).click();
        await expect(page.getByText("No matches yet.")).toBeVisible();
        for (const part of await page.locator("summary").all()) await part.click();
        await clean(page);
        expect(await over()).toBeLessThanOrEqual(0);
    });
}
