import { describe, expect, test } from "vitest";
import type { Effect } from "../wire/Effect";
import type { Game } from "../wire/Game";
import { losses } from "./mistakes";
import { largest, type Opinion } from "./evaluationGraph.svelte";
import { place, search } from "./variations";

describe("a link to a point of a game", () => {
    test("carries the step and one's own line there, and is read back", () => {
        expect(search(0, [])).toBe("");
        expect(place(search(12, ["a3a4", "P@c3"]))).toEqual({ at: 12, line: ["a3a4", "P@c3"] });
    });
    test("with nonsense in it leads to the start", () => {
        expect(place("?at=-3&line=")).toEqual({ at: null, line: [] });
        expect(place("?at=many")).toEqual({ at: null, line: [] });
    });
});

describe("pieces out of the game", () => {
    const game = { seats: [{ name: "white" }, { name: "black" }] } as Game;
    const pawn = { kind: "pawn", color: "white" };
    const counts = (effects: Effect[]) => losses(game, effects).map(({ kind, color, count }) => [kind, color, count]);
    test("what is taken is out, what goes to a hand or comes back is not", () => {
        expect(counts([{ effect: "captured", piece: pawn, at: "a1", to: null }])).toEqual([["pawn", 0, 1]]);
        expect(counts([{ effect: "captured", piece: pawn, at: "a1", to: "hand:black:pawn" }])).toEqual([]);
        const back: Effect[] = [
            { effect: "died", piece: pawn, at: "a1" },
            { effect: "appeared", piece: pawn, at: "a1^" },
        ];
        expect(counts(back)).toEqual([]);
    });
});

describe("the largest swings", () => {
    const opinion = (turn: number | null, by: string | null, white: number | null): Opinion => ({
        moment: { step: turn ?? 0, events: [], turn, by },
        shares:
            white === null
                ? null
                : new Map([
                      ["white", white],
                      ["black", 1 - white],
                  ]),
    });
    test("are told for whoever played the turn; small ones and chance are passed over", () => {
        const game = [
            opinion(null, null, 0.5),
            opinion(1, "white", 0.5),
            opinion(2, "black", 0.9),
            opinion(3, "chance", null),
            opinion(4, "white", 0.6),
        ];
        const found = largest(game);
        expect(found.map(({ turn }) => turn)).toEqual([2, 4]);
        expect(found.map(({ by }) => Math.round(by * 100))).toEqual([-40, -30]);
    });
});
