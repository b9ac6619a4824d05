import { expect, test } from "vitest";
import type { Choice, Scene } from "../wire";
import { Purchases, questionBefore } from "./purchases.svelte";

const choice = (action: string, place: string, irreversible = false): Choice => ({
    action,
    words: "the Pawn becomes a Queen",
    touches: [{ touch: "place", place }],
    irreversible,
});
const buy = choice("buy:orb", "shop:orb", true);
const scene = {
    spots: [
        {
            id: "shop:orb",
            site: { on: "tray", tray: "shop", seat: null, slot: 0 },
            terrain: "",
            label: "",
            action: "buy:orb",
            topic: "orb",
            price: 4,
        },
    ],
    pieces: [],
    counters: [{ seat: 0, name: "coins", value: 7 }],
    choices: [buy],
} as unknown as Scene;
const game = { topics: [{ id: "orb", name: "Chaos Orb", text: "Opens a Chaos Orb", rule: "shop" }] };

test("the question before a purchase names it, its price and what is left", () => {
    const question = questionBefore(game, scene, buy, 0)!;
    expect(question.purchase).toEqual({ name: "Chaos Orb", price: 4, left: 3 });
    expect([question.text, question.place]).toEqual(["Opens a Chaos Orb.", "shop:orb"]);
    expect(questionBefore(game, scene, buy, 1)!.purchase!.left).toBe(null);
});

test("an action that is no purchase is asked about in its own words, and one that can be undone not at all", () => {
    const promotion = questionBefore(game, scene, choice("e7e8q", "e8", true), 0)!;
    expect([promotion.purchase, promotion.text]).toEqual([null, "The Pawn becomes a Queen."]);
    expect(questionBefore(game, scene, choice("buy:orb", "shop:orb"), 0)).toBe(null);
});

test("an action with a question waits for the confirmation, others are played at once", () => {
    const played: string[] = [];
    const purchases = new Purchases(({ action }) => void played.push(action));
    purchases.choose(buy, questionBefore(game, scene, buy, 0));
    expect(played).toEqual([]);
    purchases.cancel();
    expect(purchases.pending).toBe(null);
    purchases.choose(buy, questionBefore(game, scene, buy, 0));
    purchases.update(scene.choices);
    purchases.confirm();
    purchases.choose(choice("e2e4", "e4"), null);
    expect([played, purchases.pending]).toEqual([["buy:orb", "e2e4"], null]);
});

test("a question goes away with its choice", () => {
    const purchases = new Purchases(() => {});
    purchases.choose(buy, questionBefore(game, scene, buy, 0));
    purchases.update([]);
    expect(purchases.pending).toBe(null);
});
