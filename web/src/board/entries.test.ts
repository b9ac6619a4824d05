import { expect, test } from "vitest";
import type { Spot } from "../wire";
import { coinsOf, entryOf, entryWords } from "./entries";

const game = { topics: [{ id: "trap", name: "trap", text: "plant a Secret Trap", rule: "shop" }] };
const spot = (more: Partial<Spot>): Spot => ({
    id: "shop:x",
    site: { on: "tray", tray: "shop", seat: null, slot: 0 },
    terrain: "shop",
    label: "a slot",
    ...more,
});
const trap = entryOf(game, spot({ topic: "trap", price: 6 }));
const locked = entryOf(game, spot({ topic: "trap", price: 1, locked: "Locked until turn 9" }));

test("an entry has the name and text of its topic, its price and the reason of its lock", () => {
    expect(trap).toEqual({ name: "Trap", text: "Plant a Secret Trap.", price: 6, locked: "" });
    expect(locked).toMatchObject({ price: 1, locked: "Locked until turn 9." });
    expect(entryOf(game, spot({}))).toEqual({ name: "A slot", text: "", price: null, locked: "" });
});

test("screen readers hear name, price, whether it can be bought, and else why not", () => {
    expect(entryWords(trap, true)).toBe("Trap, 6 coins, you can buy it. Plant a Secret Trap.");
    expect(entryWords(locked, false)).toBe("Trap, 1 coin. Locked until turn 9. Plant a Secret Trap.");
});

test("the coins of a seat are its counter", () => {
    const counters = [{ seat: 1, name: "coins", value: 3 }];
    expect(coinsOf(counters, 1)).toBe(3);
    expect(coinsOf(counters, 0)).toBe(null);
});
