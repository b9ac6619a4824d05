import { expect, test } from "vitest";
import { clockText, day, listed, score, sentence, wholeClockText } from "./format";

test("lists, sentences, scores and clocks", () => {
    expect(listed(["red", "blue", "green"])).toBe("red, blue and green");
    expect(sentence("red wins")).toBe("Red wins.");
    expect([1, 0.5, 1 / 3].map(score)).toEqual(["1", "½", "⅓"]);
    expect([65_000, 9_340, 3_600_000].map(clockText)).toEqual(["1:05", "0:09.3", "1:00:00"]);
});

test("today and yesterday have names, other days are dates", () => {
    const noon = new Date(2026, 10, 15, 12).getTime();
    expect(day(new Date(2026, 10, 15, 0, 1).getTime(), noon)).toBe("today");
    expect(day(new Date(2026, 10, 14, 0, 1).getTime(), noon)).toBe("yesterday");
    expect(day(new Date(2026, 10, 13, 23).getTime(), noon)).toBe("13 November 2026");
});

test("a countdown has whole seconds, rounded up", () => {
    expect([61_000, 9_001, 1, -5].map(wholeClockText)).toEqual(["1:01", "0:10", "0:01", "0:00"]);
});
