import { describe, expect, test } from "vitest";
import type { Effect, Game } from "../wire";
import { lostPieces } from "./lostPieces";
import { readReviewQuery, reviewQuery } from "./variations";

describe("a link to a point of a game", () => {
    test("holds the step and the variation, and can be read back", () => {
        expect(reviewQuery(0, [])).toBe("");
        expect(readReviewQuery(reviewQuery(12, ["a3a4", "P@c3"]))).toEqual({
            at: 12,
            line: ["a3a4", "P@c3"],
            practise: null,
        });
    });
    test("with invalid values leads to the start", () => {
        expect(readReviewQuery("?at=-3&line=")).toEqual({ at: null, line: [], practise: null });
        expect(readReviewQuery("?at=many")).toEqual({ at: null, line: [], practise: null });
    });
});

describe("lost pieces", () => {
    const game = { seats: [{ name: "white" }, { name: "black" }] } as Game;
    const pawn = { kind: "pawn", color: "white" };
    const counts = (effects: Effect[]) =>
        lostPieces(game, effects).map(({ kind, color, count }) => [kind, color, count]);
    test("a captured piece is lost; one that goes to a hand or comes back is not", () => {
        expect(counts([{ effect: "captured", piece: pawn, at: "a1", to: null }])).toEqual([["pawn", 0, 1]]);
        expect(counts([{ effect: "captured", piece: pawn, at: "a1", to: "hand:black:pawn" }])).toEqual([]);
        const back: Effect[] = [
            { effect: "died", piece: pawn, at: "a1" },
            { effect: "appeared", piece: pawn, at: "a1^" },
        ];
        expect(counts(back)).toEqual([]);
    });
});
