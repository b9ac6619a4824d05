import { expect, test } from "@playwright/test";
import { begin, resign, seatTwo, sit } from "./player";

/** The body of a call. */
type Sent = { path: string; body: { nonce?: string | null; commitment?: string } };

test("the server commits before this browser sends its nonce, and the result shows both", async ({ page }) => {
    const sent: Sent[] = [];
    page.on("request", (request) => {
        if (request.method() !== "POST") return;
        sent.push({ path: new URL(request.url()).pathname, body: (request.postDataJSON() ?? {}) as Sent["body"] });
    });
    await begin(page, "heaven-hell", "Play the computer");
    const calls = sent.filter(({ path }) => ["/api/commitments", "/api/tables"].includes(path));
    expect(calls.map(({ path }) => path)).toEqual(["/api/commitments", "/api/tables"]);
    const nonce = calls[1]!.body.nonce!;
    await resign(page);
    await page.getByText("How the dice were made").click();
    await expect(page.locator(".ended details")).toContainText(nonce);
    const table = new URL(page.url()).pathname.split("/").at(-1)!;
    const shown = (await (await page.request.get(`/api/tables/${table}`)).json()) as { commitment: string };
    await expect(page.locator(".ended details")).toContainText(shown.commitment);
});

test("a rematch has the promised commitment and both players' nonces", async ({ browser, request, baseURL }) => {
    const [ofAnn, ofBob] = await seatTwo(request, { game: "heaven-hell" });
    const [one, two] = await Promise.all([browser.newContext({ baseURL }), browser.newContext({ baseURL })]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    await sit(ann, ofAnn);
    await sit(bob, ofBob);
    const before = (await (await request.get(`/api/tables/${ofAnn.table.id}`)).json()) as { nextCommitment: string };
    await resign(ann);
    for (const page of [bob, ann]) await page.getByRole("button", { name: "Rematch" }).click();
    await expect.poll(() => bob.url()).not.toContain(ofAnn.table.id);
    await expect.poll(() => ann.url()).toBe(bob.url());
    const path = `/api/tables/${new URL(bob.url()).pathname.split("/").at(-1)}/record`;
    const record = (await (await request.get(path, { headers: { accept: "application/json" } })).json()) as {
        dice: { commitment: string; nonces: string[] };
    };
    expect(record.dice.commitment).toBe(before.nextCommitment);
    expect(new Set(record.dice.nonces.filter((nonce) => /^[0-9a-f]{32}$/.test(nonce))).size).toBe(2);
});
