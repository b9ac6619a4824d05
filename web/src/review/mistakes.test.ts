import { describe, expect, test } from "vitest";
import { accuracyOf, type TurnJudgement } from "./judgement";
import { judgeKnown, judgeSearched, mistakesOf } from "./mistakes";
import { readReviewQuery } from "./variations";

const turn = (number: number, by: string, loss: number, more: Partial<TurnJudgement> = {}): TurnJudgement => ({
    turn: number,
    by,
    from: number - 1,
    to: number,
    grade: loss >= 0.3 ? "blunder" : loss >= 0.1 ? "inaccuracy" : "good",
    loss,
    before: 0.6,
    after: 0.6 - loss,
    better: ["b"],
    betterFrom: number - 1,
    ...more,
});

describe("the mistakes to practise with", () => {
    test("are those of one player, the worst first, and only where something better is known", () => {
        const turns = [
            turn(1, "red", 0.1),
            turn(2, "black", 0.5),
            turn(3, "red", 0.4),
            turn(5, "red", 0.05),
            turn(7, "red", 0.3, { better: [] }),
        ];
        expect(mistakesOf(turns, "red").map((it) => it.turn)).toEqual([3, 1]);
    });
    test("are six at most", () => {
        const many = Array.from({ length: 9 }, (_, i) => turn(i + 1, "red", 0.3 + i / 100));
        expect(mistakesOf(many, "red").map((it) => it.turn)).toEqual([9, 8, 7, 6, 5, 4]);
    });
});

describe("a tried action", () => {
    const line = (first: string, red: number) => ({ expected: [red, 1 - red], score: "", actions: [first, "reply"] });
    const known = { seats: ["red", "black"], lines: [line("best", 0.7), line("fine", 0.65), line("bad", 0.4)] };
    test("is good if it loses less than an inaccuracy", () => {
        expect(judgeKnown(known, "red", "best")).toMatchObject({ good: true, wins: 0.7 });
        expect(judgeKnown(known, "red", "fine")).toMatchObject({ good: true, best: 0.7, wins: 0.65 });
        expect(judgeKnown(known, "red", "bad")).toMatchObject({ good: false, line: ["bad", "reply"] });
        expect(judgeKnown(known, "red", "other")).toBeNull();
    });
    test("that no line begins with is judged by its own search", () => {
        const found = { seats: ["red", "black"], lines: [line("other", 0.5)] };
        expect(judgeSearched(known, "red", found)).toMatchObject({ good: false, best: 0.7, wins: 0.5 });
    });
});

test("the accuracy of a turn is 100 without a loss, and falls with it", () => {
    expect([0, 0.1, 0.2, 0.3].map((loss) => Math.round(accuracyOf(loss)))).toEqual([100, 65, 42, 27]);
});

test("a link can ask for the mistakes of a seat", () => {
    expect(readReviewQuery("?practise=red").practise).toBe("red");
    expect(readReviewQuery("?at=3").practise).toBeNull();
});
