import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { card, resign, watch } from "./player";

const PASSWORD = "correct horse";
let count = 0;
/** A name that nobody has at this server. */
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

/** Makes a rated table of Animal Chess and says where it is. */
async function makeRated(page: Page): Promise<string> {
    await page.goto("/");
    await card(page, "jungle").getByRole("button", { name: "Multiplayer" }).click();
    await expect(page.getByLabel("Rated")).not.toBeChecked();
    await page.getByLabel("Rated").check();
    await page.getByLabel("Your side").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Create the table" }).click();
    return new URL(await page.getByLabel("Link to this table").inputValue()).pathname;
}

test("register, sign out, sign in again", async ({ page }) => {
    const trouble = watch(page);
    const ann = fresh("ann");
    await enter(page, "Register", ann);
    await page.reload();
    await account(page, ann).click();
    await expect(page.getByRole("heading", { level: 1, name: ann })).toBeVisible();
    await expect(page.getByText("No rated match yet.")).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("banner").getByRole("button", { name: "Sign in" })).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
    await enter(page, "Sign in", ann);
    expect(trouble).toEqual([]);
});

test("a refusal is told in the server's words, nothing moves, and Escape leaves", async ({ page }) => {
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
    const trouble = [watch(one), watch(two)];
    const [ann, bob] = [fresh("ann"), fresh("bob")];
    await enter(one, "Register", ann);
    await enter(two, "Register", bob);
    const path = await makeRated(one);
    await two.goto("/");
    await two.getByRole("button", { name: "Multiplayer and lobby" }).click();
    await expect(two.getByLabel("Your name")).toHaveValue(bob);
    await two.getByRole("tab", { name: "Lobby" }).click();
    await expect(two.getByRole("listitem").filter({ hasText: ann })).toContainText("rated");
    await two.goto(path);
    await two.getByRole("button", { name: /^Play / }).click();
    await expect(two.locator(".prompt")).toBeVisible();
    await expect(two.locator(".stage").getByRole("link", { name: ann })).toBeVisible();
    await resign(two);
    await expect(one.locator(".ended h2")).toHaveText("You win");
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
    expect(trouble.flat()).toEqual([]);
});

test("a guest is told at a rated table to sign in, and then sits down", async ({ browser }) => {
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

test("another session is ended, and its browser notices", async ({ browser }) => {
    const [here, there] = await Promise.all([visitor(browser), visitor(browser)]);
    const ann = fresh("ann");
    await enter(here, "Register", ann);
    await enter(there, "Sign in", ann);
    await account(here, ann).click();
    await here.getByText("Sessions", { exact: false }).click();
    await expect(here.getByRole("button", { name: "End all others" })).toBeVisible();
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
    await page.getByRole("button", { name: "Change the password" }).click();
    await expect(page.getByRole("alert")).toHaveText("The old password is wrong.");
    await page.getByLabel("Old password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Change the password" }).click();
    await expect(page.getByText("The password is changed.")).toBeVisible();
    await page.getByText("API tokens", { exact: false }).click();
    await page.getByLabel("Label").fill("my bot");
    await page.getByText("Play as you").click();
    await page.getByRole("button", { name: "Make a token" }).click();
    const token = await page.getByLabel("Your new token, shown this once").inputValue();
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

test("older matches are told when they are asked for", async ({ page }) => {
    const ann = fresh("ann");
    await enter(page, "Register", ann);
    const seats = [
        { kind: "here", name: "Ann" },
        { kind: "computer", level: 1 },
    ];
    for (let i = 0; i < 31; i++)
        await page.request.post("/api/tables", { data: { game: "jungle", seats, public: true } });
    await account(page, ann).click();
    await expect(page.locator("section .rows li")).toHaveCount(30);
    await page.getByRole("button", { name: "Older matches" }).click();
    await expect(page.locator("section .rows li")).toHaveCount(31);
    await expect(page.getByRole("button", { name: "Older matches" })).toHaveCount(0);
});

test("nobody's page is told to be nobody's", async ({ page }) => {
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
        await card(page, "jungle").getByRole("button", { name: "Multiplayer" }).click();
        await expect(page.getByLabel("Rated")).toBeVisible();
        await clean(page);
        await page.keyboard.press("Escape");
        await account(page, ann).click();
        await expect(page.getByText("No match yet.")).toBeVisible();
        for (const part of await page.locator("summary").all()) await part.click();
        await clean(page);
        expect(await over()).toBeLessThanOrEqual(0);
    });
}
