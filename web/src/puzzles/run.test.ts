import { describe, expect, test } from "vitest";
import { FIRST, parseRecords } from "./records.svelte";
import { isRun, modeOf, nextRating } from "./run.svelte";

describe("the address of a run", () => {
    test("names its mode or a puzzle", () => {
        expect([null, "daily", "streak", "timed", "jungle-0123456789"].map(modeOf)).toEqual([
            "endless",
            "daily",
            "streak",
            "timed",
            "one",
        ]);
    });
});

describe("the rating of the next puzzle", () => {
    test("is the player's in an endless run", () => {
        expect(nextRating("endless", 7, 1612)).toBe(1612);
        expect(nextRating("endless", 7, null)).toBeNull();
    });
    test("grows with each solved puzzle of a streak, up to the hardest ones", () => {
        expect(nextRating("streak", 0, 1612)).toBe(800);
        expect(nextRating("streak", 5, 1612)).toBe(1100);
        expect(nextRating("timed", 1000, null)).toBe(2600);
        expect([isRun("streak"), isRun("daily")]).toEqual([true, false]);
    });
});

describe("what the browser has stored", () => {
    test("is read back", () => {
        const kept = { jungle: { rating: { ...FIRST, value: 1600 }, seen: ["a", "b"], best: { streak: 3 } } };
        expect(parseRecords(JSON.stringify(kept))).toEqual(kept);
    });
    test("is left out where it is malformed", () => {
        expect(parseRecords("nonsense")).toEqual({});
        expect(parseRecords("[1]")).toEqual({});
        const damaged = { jungle: { rating: { value: "many" }, seen: [1, "b"] }, djambi: null };
        expect(parseRecords(JSON.stringify(damaged))).toEqual({
            jungle: { rating: undefined, seen: ["b"], best: {} },
            djambi: { rating: undefined, seen: [], best: {} },
        });
    });
});
