import { expect, type Page, test, type WebSocketRoute } from "@playwright/test";
import { begin, entries, move, seatTwo, sit, square } from "./player";

type Message = { t: string; ack: number };

/** A proxy between the page and its server: `meet` may swallow a message of the page, or answer it. */
async function between(page: Page, meet: (message: Message, line: WebSocketRoute) => "swallow" | "pass") {
    const lines: WebSocketRoute[] = [];
    const heard: string[] = [];
    await page.routeWebSocket(/\/socket$/, (line) => {
        lines.push(line);
        const server = line.connectToServer();
        line.onMessage((text) => {
            if (meet(JSON.parse(text as string) as Message, line) === "pass") server.send(text);
        });
        server.onMessage((text) => {
            heard.push(text as string);
            line.send(text);
        });
    });
    return { lines, heard };
}

test("a refused move goes back, and the reason is shown", async ({ page }) => {
    await between(page, ({ t, ack }, line) => {
        if (t !== "act") return "pass";
        line.send(JSON.stringify({ t: "refused", ack, code: "illegal", error: "not today", rule: null }));
        return "swallow";
    });
    await begin(page, "jungle", "one screen");
    await square(page, "a3").click();
    await square(page, "a4").click();
    await expect(page.locator(".prompt .notice")).toHaveText("Not today.");
    await expect(page.locator('.stage .piece[data-at="a3"]')).toBeVisible();
    await expect(page.locator('.stage .piece[data-at="a4"]')).toHaveCount(0);
    await expect(square(page, "a3")).toHaveClass(/open/);
    await expect(entries(page)).toHaveCount(0);
});

test("a connection that breaks during a move: the move is done once, whether it had arrived or not", async ({
    page,
}) => {
    /** The first move is lost, the second arrives but its answer is lost. */
    const fates: ("swallow" | "pass")[] = ["swallow", "pass"];
    const { lines } = await between(page, ({ t }, line) => {
        const fate = t === "act" ? fates.shift() : undefined;
        if (fate) void line.close();
        return fate ?? "pass";
    });
    await begin(page, "jungle", "one screen");
    await move(page, "a3a4");
    await expect(entries(page)).toHaveText(["a3a4"]);
    await move(page, "a7a6");
    await expect(entries(page)).toHaveText(["a3a4", "a7a6"]);
    await expect(square(page, "a4")).toHaveClass(/open/);
    await expect(page.locator(".notice")).toHaveCount(0);
    expect(lines.length).toBe(3);
});

test("an absent player is counted down, then the game can be claimed", async ({ page, request }) => {
    const [ofAnn] = await seatTwo(request, { game: "jungle" });
    const claims: string[] = [];
    const { lines, heard } = await between(page, (message) => {
        if (message.t === "claim") claims.push(message.t);
        return message.t === "claim" ? "swallow" : "pass";
    });
    await sit(page, ofAnn);
    // The server allows a claim only after minutes. The test changes its message to one second.
    const { table } = JSON.parse(heard.find((text) => text.includes('"t":"full"'))!) as { table: { seats: object[] } };
    Object.assign(table.seats[1]!, { here: false, claimIn: 1 });
    lines[0]!.send(JSON.stringify({ t: "table", table }));
    await page.getByRole("button", { name: "Claim the game" }).click();
    await expect.poll(() => claims.length).toBe(1);
});

test("a takeback that is only offered, and declined, leaves the moves as they were", async ({
    browser,
    request,
    baseURL,
}) => {
    const [ofAnn, ofBob] = await seatTwo(request, { game: "jungle" });
    const [ann, bob] = await Promise.all([browser.newPage({ baseURL }), browser.newPage({ baseURL })]);
    await Promise.all([sit(ann, ofAnn), sit(bob, ofBob)]);
    await move(ann, "a3a4");
    await expect(entries(bob)).toHaveText(["a3a4"]);
    await ann.getByRole("button", { name: "Take back" }).click();
    await expect(bob.getByText("Red asks to go back to turn 1.")).toBeVisible();
    await expect(entries(ann)).toHaveText(["a3a4"]);
    await bob.getByRole("button", { name: "Decline" }).click();
    await expect(ann.getByText("You ask")).toHaveCount(0);
    await expect(entries(ann)).toHaveText(["a3a4"]);
    await expect(entries(bob)).toHaveText(["a3a4"]);
    await move(bob, "a7a6");
    await expect(entries(ann)).toHaveText(["a3a4", "a7a6"]);
});

test("an offer that crosses a move does not undo it", async ({ browser, request, baseURL }) => {
    const [ofAnn, ofBob] = await seatTwo(request, { game: "jungle" });
    const [ann, bob] = await Promise.all([browser.newPage({ baseURL }), browser.newPage({ baseURL })]);
    await sit(bob, ofBob);
    /** Holds Ann's move back until Bob's offer is done. */
    let release = () => {};
    const offered = new Promise<void>((done) => (release = done));
    await ann.routeWebSocket(/\/socket$/, (line) => {
        const server = line.connectToServer();
        line.onMessage((text) => {
            const held = (JSON.parse(text as string) as Message).t === "act" ? offered : Promise.resolve();
            void held.then(() => server.send(text));
        });
    });
    await sit(ann, ofAnn);
    await move(ann, "a3a4");
    await bob.getByRole("button", { name: "Draw", exact: true }).click();
    await expect(ann.getByText("Black offers a draw.")).toBeVisible();
    await expect(ann.locator('.stage .piece[data-at="a4"]')).toBeVisible();
    release();
    await expect(entries(bob)).toHaveText(["a3a4"]);
    await expect(ann.locator('.stage .piece[data-at="a4"]')).toBeVisible();
    await expect(ann.locator(".notice")).toHaveCount(0);
});

test("the earlier moves of a long game are loaded on demand", async ({ page }) => {
    // The proxy shortens the snapshot, as the server does after 500 entries.
    await page.routeWebSocket(/\/socket$/, (line) => {
        const server = line.connectToServer();
        server.onMessage((text) => {
            const message = JSON.parse(text as string) as { t: string; log: object[]; earlier?: number };
            if (message.t === "full" && message.log.length > 2)
                Object.assign(message, { log: message.log.slice(2), earlier: 2 });
            line.send(JSON.stringify(message));
        });
    });
    await begin(page, "jungle", "one screen");
    for (const [i, action] of ["a3a4", "a7a6", "a4a5"].entries()) {
        await move(page, action);
        await expect(entries(page)).toHaveCount(i + 1);
    }
    await page.reload();
    await expect(entries(page)).toHaveText(["a4a5"]);
    await page.getByRole("button", { name: "Show earlier moves" }).click();
    await expect(entries(page)).toHaveText(["a3a4", "a7a6", "a4a5"]);
    await expect(page.getByRole("button", { name: "Show earlier moves" })).toHaveCount(0);
});
