import { expect, test } from "@playwright/test";
import { seatTwo, sit } from "./player";

/** White has enough coins, and the shop offers traps. */
const RICH =
    "w1 Ra1,Nb1,Bc1,Qd1,Ke1,Bf1,Ng1,Rh1,Pa2,Pb2,Pc2,Pd2,Pe2,Pf2,Pg2,Ph2,pa7,pb7,pc7,pd7,pe7,pf7,pg7,ph7,ra8,nb8,bc8,qd8,ke8,bf8,ng8,rh8 c3^o,g3^$2,b6^$2,f6^o,b3_f,f3_o,c6_o,g6_f - 30/30 6,12,8,6+,5,20,4,8,6,12,12,6,6,2,8,10 KQkq - - - a1h8/a1h8 -";

/** Every trap in a message, except the one in the shop. */
function traps(value: unknown): object[] {
    if (typeof value !== "object" || value === null) return [];
    const { kind, at } = value as { kind?: unknown; at?: unknown };
    const own = kind === "trap" && at !== "shop:trap" ? [value] : [];
    return [...own, ...Object.values(value).flatMap(traps)];
}

test("a Secret Trap is never sent to the other browser", async ({ browser, request, baseURL }) => {
    const [ofAnn, ofBob] = await seatTwo(request, { game: "heaven-hell", position: RICH });
    const [one, two] = await Promise.all([browser.newContext({ baseURL }), browser.newContext({ baseURL })]);
    const [ann, bob] = await Promise.all([one.newPage(), two.newPage()]);
    const heard: string[] = [];
    bob.on("websocket", (line) => line.on("framereceived", ({ payload }) => heard.push(payload.toString())));
    await sit(ann, ofAnn);
    await sit(bob, ofBob);
    await ann.locator('[data-place="shop:trap"]').click();
    await expect(ann.locator(".prompt")).toContainText("Still your turn");
    // An action can be undone during the turn.
    await ann.getByRole("button", { name: "Undo" }).click();
    await expect(ann.locator(".prompt")).not.toContainText("Still your turn");
    await ann.locator('[data-place="shop:trap"]').click();
    await expect(ann.locator(".prompt")).toContainText("Still your turn");
    const before = heard.length;
    await ann.locator('.square[data-place="d4"]').click();
    await expect(ann.locator('.piece[data-at="d4"]')).toBeVisible();
    await expect.poll(() => heard.length).toBeGreaterThan(before);
    await expect(bob.locator(".record")).toContainText("secret");
    await expect(bob.locator('.piece[data-at="d4"]')).toHaveCount(0);
    await expect(bob.locator(".counter", { hasText: "1 hidden trap" })).toBeVisible();
    const messages = heard.map((text) => JSON.parse(text) as { t: string; entry?: object; seen?: { text: string } });
    expect(messages.flatMap(traps)).toEqual([]);
    // The texts do not name the square either.
    const told = messages.slice(before).map(({ entry, seen }) => JSON.stringify([entry, seen?.text]));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((text) => text.includes("d4"))).toEqual([]);
});
