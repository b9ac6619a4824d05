import { type APIRequestContext, type Browser, expect, type Page, test, type WebSocketRoute } from "@playwright/test";
import { act, card, dice, entries, move, resign, sit, square, watch } from "./player";

/** Creates a table in one browser and joins it in another by its link. */
async function meet(host: Page, guest: Page, game: "jungle" | "chess2"): Promise<void> {
    await host.goto("/");
    await card(host, game).getByRole("button", { name: "Play with a friend" }).click();
    await host.getByLabel("Your name").fill("Ann");
    await host.getByLabel("Your side").selectOption({ index: 1 });
    await host.getByRole("button", { name: "Create table" }).click();
    await expect(host.locator(".qr")).toBeVisible();
    const link = await host.getByLabel("Link to this table").inputValue();
    await guest.goto(new URL(link).pathname);
    await guest.getByLabel("Your name").fill("Bob");
    await guest.getByRole("button", { name: /^Play / }).click();
    await expect(host.locator(".prompt")).toBeVisible();
    await expect(guest.locator(".prompt")).toBeVisible();
}

test("two browsers play each other, and the connection breaks in between", async ({ browser }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    const errors = [watch(ann), watch(bob)];
    const lines: WebSocketRoute[] = [];
    await bob.routeWebSocket(/\/socket$/, (line) => {
        line.connectToServer();
        lines.push(line);
    });
    await meet(ann, bob, "jungle");
    const moves = (page: Page) => entries(page).allInnerTexts();
    const roll = dice(5);
    for (let turn = 0; turn < 8; turn++) {
        const [mover, waiter] = turn % 2 === 0 ? [ann, bob] : [bob, ann];
        if (turn === 4) for (const line of lines) await line.close();
        await expect(mover.locator(".square.open").first()).toBeVisible();
        await act(mover, roll);
        await expect(entries(mover)).toHaveCount(turn + 1);
        await expect.poll(async () => moves(waiter), { timeout: 20_000 }).toEqual(await moves(mover));
    }
    expect(lines.length).toBeGreaterThan(1);
    await resign(bob);
    await expect(ann.locator(".ended h2")).toHaveText("You win");
    await expect(bob.locator(".ended h2")).toHaveText("You lose");
    await expect(bob.locator(".ended")).toContainText("Red wins: black resigned.");
    expect(errors.flat()).toEqual([]);
});

test("players chat, offer a draw and agree", async ({ browser }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, guest] = await Promise.all([one.newPage(), two.newPage()]);
    await meet(ann, guest, "chess2");
    await ann.getByRole("tab", { name: "Chat" }).click();
    await ann.getByLabel("Write a message").fill("Hello there");
    await ann.getByRole("button", { name: "Send" }).click();
    await guest.getByRole("tab", { name: "Chat" }).click();
    await expect(guest.locator(".chat")).toContainText("Hello there");
    await guest.getByRole("button", { name: "Draw", exact: true }).click();
    await ann.getByRole("button", { name: "Accept" }).click();
    await expect(ann.locator(".ended h2")).toHaveText("A draw");
    await expect(guest.locator(".ended h2")).toHaveText("A draw");
});

test("a declined draw is shown to the player who offered it", async ({ browser }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    await meet(ann, bob, "jungle");
    await ann.getByRole("button", { name: "Draw", exact: true }).click();
    await bob.getByRole("button", { name: "Decline" }).click();
    await expect(ann.locator(".prompt .notice")).toHaveText("Black declines to draw.");
    await expect(ann.locator("main > [aria-live=polite]")).toHaveText("black declines to draw");
    await expect(bob.locator(".prompt .notice")).toHaveCount(0);
});

/** Seats four players at a table, each in their own browser. */
async function fourAtTable(browser: Browser, request: APIRequestContext, baseURL: string): Promise<Page[]> {
    const seats = [{ kind: "here", name: "Red" }, ...[1, 2, 3].map(() => ({ kind: "open" }))];
    const made = await (await request.post("/api/tables", { data: { game: "djambi", seats } })).json();
    const seated = [made];
    for (const name of ["Blue", "Yellow", "Green"])
        seated.push(await (await request.post(`/api/tables/${made.table.id}/join`, { data: { name } })).json());
    return Promise.all(
        seated.map(async (one) => {
            const page = await (await browser.newContext({ baseURL })).newPage();
            await sit(page, one);
            return page;
        }),
    );
}

test("a player who resigned while others play on can watch or leave", async ({ browser, request, baseURL }) => {
    const [red, blue] = (await fourAtTable(browser, request, baseURL!)) as [Page, Page];
    await resign(red);
    const out = red.locator(".out");
    await expect(out).toContainText("You are out of the game");
    await expect(out).toContainText("You resigned. The others play on without you.");
    for (const name of ["Draw", "Resign", "Take back"])
        await expect(red.getByRole("button", { name, exact: true })).toHaveCount(0);
    await expect(out.getByRole("link", { name: "Leave" })).toHaveAttribute("href", "/");
    await out.getByRole("button", { name: "Keep watching" }).click();
    await expect(out).toHaveCount(0);
    await square(red, "e4").click();
    await expect(red.locator(".refusal")).toContainText("You are watching");
    // The others see it and play on.
    await expect(blue.locator('[data-seat="red"]')).toContainText("out of the game");
    await expect(blue.getByRole("button", { name: "Resign" })).toBeVisible();
    await act(blue, dice(3));
    await expect(red.locator(".record .entry")).toHaveCount(await blue.locator(".record .entry").count());
});

test("others see that open allies send private messages, without the text", async ({ browser, request, baseURL }) => {
    const [red, blue, yellow] = (await fourAtTable(browser, request, baseURL!)) as [Page, Page, Page];
    await red.getByRole("tab", { name: "Alliances" }).click();
    await red.getByRole("button", { name: "Offer" }).first().click();
    await blue.getByRole("tab", { name: "Alliances (1)" }).click();
    await blue.getByRole("button", { name: "Accept" }).click();
    await red.getByRole("tab", { name: "Chat" }).click();
    await red.getByLabel("Send to").selectOption("blue");
    await red.getByLabel("Write a message").fill("Psst");
    await red.getByRole("button", { name: "Send" }).click();
    await yellow.getByRole("tab", { name: "Chat" }).click();
    await expect(yellow.locator(".chat")).toContainText("Red whispers to blue.");
    await expect(yellow.locator(".chat")).not.toContainText("Psst");
    await blue.getByRole("tab", { name: "Chat" }).click();
    await expect(blue.locator(".chat li", { hasText: "Psst" })).toContainText("private");
});

test("the creator of a waiting table can close it, after a confirmation", async ({ page }) => {
    await page.goto("/");
    await card(page, "jungle").getByRole("button", { name: "Play with a friend" }).click();
    await page.getByRole("button", { name: "Create table" }).click();
    await expect(page.locator(".qr")).toBeVisible();
    const asked: [string, string | undefined][] = [];
    await page.route("**/api/tables/*", (route) => {
        if (route.request().method() !== "DELETE") return route.continue();
        asked.push([new URL(route.request().url()).pathname, route.request().headers().authorization]);
        return route.fulfill({ status: 204 });
    });
    const table = new URL(page.url()).pathname.replace("/t/", "/api/tables/");
    await page.getByRole("button", { name: "Close this table" }).click();
    const question = page.getByRole("dialog", { name: "Close this table?" });
    await expect(question).toContainText("cannot be undone");
    expect(asked).toEqual([]);
    await question.getByRole("button", { name: "Close table" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Strange relatives");
    expect(asked.map(([path]) => path)).toEqual([table]);
    expect(asked[0]![1]).toMatch(/^Bearer .+/);
});

test("a rematch leads both to a new table with changed sides", async ({ browser }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    await meet(ann, bob, "jungle");
    const first = ann.url();
    await resign(ann);
    await bob.getByRole("button", { name: "Rematch" }).click();
    await expect(ann.locator(".ended")).toContainText("wants a rematch");
    await ann.getByRole("button", { name: "Accept rematch" }).click();
    await expect.poll(() => ann.url()).not.toBe(first);
    await expect.poll(() => bob.url()).toBe(ann.url());
    await expect(bob.locator('[data-seat="red"]')).toContainText("Bob");
    await move(bob, "a3a4");
    await expect(ann.locator('.piece[data-at="a4"]')).toBeVisible();
    // A player who opens the old table later stays there and gets a link.
    await ann.goto(first);
    await expect(ann.getByRole("link", { name: "Go to the rematch" })).toBeVisible();
});

test("a player joins by code, agrees to a takeback, and reconnects after being offline", async ({ browser }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    const errors = [watch(ann), watch(bob)];
    await ann.goto("/");
    await card(ann, "jungle").getByRole("button", { name: "Play with a friend" }).click();
    await expect(ann.locator("dialog[open]")).toContainText("Only this computer");
    await ann.getByLabel("Your side").selectOption({ index: 1 });
    await ann.getByRole("button", { name: "Create table" }).click();
    const code = await ann.locator(".invite .code").innerText();
    await bob.goto("/");
    await bob.getByRole("button", { name: "Create or join a table" }).click();
    await bob.getByRole("tab", { name: "Join" }).click();
    await bob.getByLabel("Link or code").fill("?");
    await bob.getByRole("button", { name: "Go to table" }).click();
    await expect(bob.getByRole("alert")).toContainText("not a table link or code");
    await bob.getByLabel("Link or code").fill(code);
    await bob.getByRole("button", { name: "Go to table" }).click();
    await bob.getByRole("button", { name: "Play black" }).click();
    await expect(ann.locator(".square.open").first()).toBeVisible();
    await move(ann, "a3a4");
    await ann.getByRole("button", { name: "Take back" }).click();
    await bob.getByRole("button", { name: "Accept" }).click();
    await expect(ann.locator('.piece[data-at="a3"]')).toBeVisible();
    await expect(ann.locator(".record")).not.toContainText("a3a4");
    await two.setOffline(true);
    await expect(bob.locator(".lost")).toBeVisible();
    await expect(ann.locator('[data-seat="black"] .presence')).toHaveAttribute("title", "Away");
    await move(ann, "g3g4");
    await two.setOffline(false);
    await expect(bob.locator('.piece[data-at="g4"]')).toBeVisible({ timeout: 20_000 });
    await expect(bob.locator(".lost")).toHaveCount(0);
    await expect(ann.locator('[data-seat="black"] .presence')).toHaveAttribute("title", "Online");
    expect(errors.flat()).toEqual([]);
});

test("a premove is played when the turn comes, and dropped with a reason if it is illegal", async ({ browser }) => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    await meet(ann, bob, "jungle");
    await move(bob, "a7a6");
    await move(bob, "g7d1");
    await expect(bob.locator(".planned").first()).toBeVisible();
    await move(ann, "a3a4");
    await expect(ann.locator(".record")).toContainText("a7a6");
    await move(ann, "a4a3");
    await expect(bob.locator(".notice")).toBeVisible();
    await expect(bob.locator('.piece[data-at="g7"]')).toBeVisible();
});

test("four browsers play Djambi, with private messages and a secret alliance", async ({ browser }) => {
    const pages = await Promise.all([0, 1, 2, 3].map(async () => (await browser.newContext()).newPage()));
    const [host, ...guests] = pages as [Page, ...Page[]];
    await host.goto("/");
    await card(host, "djambi").getByRole("button", { name: "Play with a friend" }).click();
    await host.getByLabel("Your name").fill("Red");
    await host.getByLabel("Your side").selectOption({ index: 1 });
    await host.getByRole("button", { name: "Create table" }).click();
    const link = await host.getByLabel("Link to this table").inputValue();
    for (const [i, guest] of guests.entries()) {
        await guest.goto(new URL(link).pathname);
        await guest.getByLabel("Your name").fill(`Guest ${i}`);
        await guest
            .getByRole("button", { name: /^Play / })
            .first()
            .click();
        await expect(guest.getByRole("button", { name: /^Play / })).toHaveCount(0);
    }
    const roll = dice(2);
    for (const page of pages) {
        const acting = page.locator(".square.open").first();
        await expect(acting).toBeVisible();
        while (await acting.isVisible()) await act(page, roll);
    }
    await expect.poll(async () => (await host.locator(".record .entry").count()) >= 4).toBe(true);
    await host.getByRole("tab", { name: "Chat" }).click();
    await host.getByLabel("Send to").selectOption("blue");
    await host.getByLabel("Write a message").fill("Psst");
    await host.getByRole("button", { name: "Send" }).click();
    for (const guest of guests) await guest.getByRole("tab", { name: "Chat" }).click();
    await expect(guests[0]!.locator(".chat")).toContainText("Psst");
    await expect(guests[1]!.locator(".chat")).not.toContainText("Psst");
    // Only its two sides know a secret alliance.
    await host.getByRole("tab", { name: "Alliances" }).click();
    await host.getByLabel("Show my alliances to everyone").uncheck();
    await host.getByRole("button", { name: "Offer" }).first().click();
    await guests[0]!.getByRole("tab", { name: "Alliances (1)" }).click();
    await guests[1]!.getByRole("tab", { name: "Alliances", exact: true }).click();
    await guests[0]!.getByRole("button", { name: "Accept" }).click();
    await expect(host.getByLabel("Alliance log")).toContainText("is allied with");
    await expect(guests[1]!.getByLabel("Alliance log")).not.toContainText("allied");
    // A player who agreed to an offer is not asked again; the others see who agreed.
    await host.getByRole("button", { name: "Draw", exact: true }).click();
    await guests[0]!.locator(".offer").getByRole("button", { name: "Accept" }).click();
    await expect(guests[0]!.locator(".offer")).toContainText("You offer a draw. The others must agree.");
    await expect(guests[0]!.locator(".offer").getByRole("button", { name: "Accept" })).toHaveCount(0);
    await expect(guests[1]!.locator(".offer")).toContainText("Red and blue offer a draw.");
});
