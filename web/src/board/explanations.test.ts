import { expect, test } from "vitest";
import type { Game, Piece, Scene, Spot } from "../wire";
import { explanationOf, isForeign, isRemarkable, summary } from "./explanations";

const square = (id: string, x: number, terrain: string): Spot => ({
    id,
    site: { on: "plane", plane: 0, x, y: 0 },
    terrain,
    label: id,
});
const piece = (at: string, kind: string, more: Partial<Piece> = {}): Piece => ({
    at,
    kind,
    color: 1,
    controller: 1,
    size: 1,
    count: 1,
    badges: [],
    ...more,
});
const scene = {
    spots: [
        square("a1", 0, "land"),
        square("b1", 1, "water"),
        square("c1", 2, "land"),
        {
            id: "shop:trap",
            site: { on: "tray", tray: "shop", seat: null, slot: 0 },
            terrain: "",
            label: "",
            topic: "trap",
            price: 1,
            locked: "locked until turn 9",
        },
    ],
    pieces: [
        piece("b1", "coin", { color: null, controller: null, count: 2 }),
        piece("b1", "rat", { badges: [{ id: "stunned", mark: "s2", label: "stunned for 2 turns" }] }),
        piece("shop:trap", "coin", { color: null }),
    ],
} as unknown as Scene;
const game = {
    id: "g",
    seats: [{ name: "red" }, { name: "black" }],
    kinds: [
        { id: "rat", name: "rat", text: "Swims", rule: "rats" },
        { id: "coin", name: "coin", text: "Buys things", rule: "" },
    ],
    terrains: [
        { id: "land", name: "land", text: "Plain ground", rule: "", art: "" },
        { id: "water", name: "water", text: "Only rats swim", rule: "water", art: "<svg/>" },
    ],
    topics: [
        { id: "stunned", name: "Stunned", text: "It cannot move", rule: "stun" },
        { id: "trap", name: "trap", text: "Plant a trap", rule: "shop" },
    ],
} as unknown as Game;

test("a card explains everything on a square from top to bottom, with badges in words and rules", () => {
    const { subjects, where } = explanationOf(game, scene, "b1")!;
    expect(where).toBe("b1");
    expect(subjects.map(({ name, text, rule }) => [name, text, rule])).toEqual([
        ["Black rat", "Swims.", "g/rats"],
        ["2 × coin", "Buys things.", null],
        ["Water", "Only rats swim.", "g/water"],
    ]);
    expect(subjects[0]!.badges).toEqual([{ badge: scene.pieces[1]!.badges[0], text: "It cannot move." }]);
});

test("a slot of the shop is explained with price and lock, not as the coins that it costs", () => {
    const { subjects } = explanationOf(game, scene, "shop:trap")!;
    expect(subjects).toMatchObject([{ name: "Trap", notes: ["Costs 1 coin.", "Locked until turn 9."] }]);
    expect(explanationOf(game, scene, "nowhere")).toBe(null);
});

test("the line beside the board has the name, the badges and the text", () => {
    expect(summary(explanationOf(game, scene, "b1")!)).toEqual({
        name: "Black rat",
        text: "Stunned for 2 turns. Swims.",
    });
});

test("a pointer that rests on plain ground opens no card", () => {
    const open = ["a1", "b1", "shop:trap", "nowhere"].filter((place) => isRemarkable(game, scene, place));
    expect(open).toEqual(["b1", "shop:trap"]);
    expect(explanationOf(game, scene, "a1")!.subjects[0]!.name).toBe("Land");
});

test("what the seat does not move is foreign, but empty squares and slots are not", () => {
    expect(["b1", "a1", "shop:trap"].map((place) => isForeign(scene, place, 0))).toEqual([true, false, false]);
    expect([isForeign(scene, "b1", 1), isForeign(scene, "b1", null)]).toEqual([false, true]);
});
