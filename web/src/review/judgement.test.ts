import { describe, expect, test } from "vitest";
import { decisionsOf } from "./decisions";
import { evaluationWords } from "./evaluation";
import { type JudgedDecision, nextFault, summaries, turnJudgements } from "./judgement";
import { lineArrows } from "./lineArrows";
import { areaOf, nearestPoint, pointAt } from "./graph";
import type { Scene } from "../wire";

const entry = (turn: number, by: string, event: string) => ({ turn, by, event });

describe("the decisions of a game", () => {
    test("join the actions of a turn; chance cuts it, another seat has its own", () => {
        const found = decisionsOf([
            entry(1, "chance", "unlock:stun"),
            entry(1, "white", "a1a2"),
            entry(1, "white", "a2a3"),
            entry(1, "chance", "coin:b2"),
            entry(1, "white", "stop"),
            entry(1, "black", "pick:2"),
            entry(2, "black", "b7b6"),
        ]);
        expect(found.map(({ turn, by, from, to }) => [turn, by, from, to])).toEqual([
            [1, "white", 1, 3],
            [1, "white", 4, 5],
            [1, "black", 5, 6],
            [2, "black", 6, 7],
        ]);
        expect(found[0]!.actions).toEqual(["a1a2", "a2a3"]);
    });
    test("are no resignations and no secrets", () => {
        expect(decisionsOf([entry(1, "red", "!resign:red"), entry(2, "blue", "@?")])).toEqual([]);
    });
});

const decided = (turn: number, by: string, loss: number, more: Partial<JudgedDecision> = {}): JudgedDecision => ({
    turn,
    by,
    from: turn - 1,
    to: turn,
    actions: ["a"],
    seats: ["red", "black"],
    lines: [{ expected: [0.6, 0.4], score: "", actions: ["b", "c"] }],
    evaluation: new Map([
        ["red", 0.6],
        ["black", 0.4],
    ]),
    loss,
    best: false,
    forced: false,
    ...more,
});

describe("the judgement of a turn", () => {
    test("10 of 100 lost is an inaccuracy, 20 a mistake, 30 a blunder", () => {
        const grades = [0.09, 0.1, 0.2, 0.3].map((loss) => turnJudgements([decided(1, "red", loss)])[0]!.grade);
        expect(grades).toEqual(["good", "inaccuracy", "mistake", "blunder"]);
        expect(turnJudgements([decided(1, "red", 0, { best: true })])[0]!.grade).toBe("best");
        expect(turnJudgements([decided(1, "red", 0, { best: true, forced: true })])[0]!.grade).toBe("forced");
    });
    test("adds up the losses of its decisions and offers the line of the worst", () => {
        const worse = decided(1, "red", 0.15, {
            from: 4,
            lines: [{ expected: [0.5, 0.5], score: "", actions: ["d"] }],
        });
        const [turn, ...rest] = turnJudgements([decided(1, "red", 0.06), worse]);
        expect(rest).toEqual([]);
        expect(turn).toMatchObject({ grade: "mistake", from: 0, better: ["d"], betterFrom: 4 });
        expect(turn!.before - turn!.after).toBeCloseTo(0.21);
    });
    test("uses the chance of the player who acted", () => {
        const [turn] = turnJudgements([decided(2, "black", 0.3)]);
        expect([turn!.before, turn!.after.toFixed(2)]).toEqual([0.4, "0.10"]);
    });
});

describe("a player's summary", () => {
    const turns = turnJudgements([
        decided(1, "red", 0.3),
        decided(2, "black", 0.02),
        decided(3, "red", 0.1),
        decided(5, "red", 0, { best: true, forced: true }),
    ]);
    test("counts faults and averages the turns with a choice", () => {
        const [red, black] = summaries(["red", "black", "blue"], turns);
        expect(red).toMatchObject({ seat: "red", counts: { blunder: 1, mistake: 0, inaccuracy: 1 } });
        expect(red!.average).toBeCloseTo(0.2);
        expect(red!.accuracy).toBeCloseTo((27.12 + 64.73) / 2, 1);
        expect(black!.counts).toEqual({ blunder: 0, mistake: 0, inaccuracy: 0 });
        expect(summaries(["blue"], turns)).toEqual([]);
    });
    test("leads to the next fault, and from the last to the first", () => {
        expect([0, 1, 3].map((at) => nextFault(turns, at, "red")?.to)).toEqual([1, 3, 1]);
        expect(nextFault(turns, 0, "black")).toBeNull();
        expect(nextFault(turns, 1)?.to).toBe(3);
    });
});

describe("an evaluation in words", () => {
    test("names the leader by the lead over the next seat", () => {
        const words = (...shares: number[]) =>
            evaluationWords(new Map(shares.map((share, i) => [["red", "blue", "green"][i]!, share])));
        expect(words(0.52, 0.48)).toBe("The chances are even: Red wins 52 of 100.");
        expect(words(0.22, 0.78)).toBe("Blue is clearly better and wins 78 of 100.");
        expect(words(0.5, 0.25, 0.25)).toBe("Red is better and wins 50 of 100.");
        expect(words(0.95, 0.05)).toBe("Red is close to winning and wins 95 of 100.");
        expect(words(1, 0)).toBe("Red wins.");
        expect(evaluationWords(new Map())).toBe("");
    });
});

describe("the arrows of a position", () => {
    test("show the best action and alternatives that lose less than an inaccuracy", () => {
        const step = (action: string) => ({
            action,
            touches: [
                { touch: "place" as const, place: "a1" },
                { touch: "place" as const, place: action },
            ],
            words: "",
        });
        const scene = { choices: ["a2", "a3", "a4"].map(step) } as Scene;
        const line = (action: string, blue: number) => ({ expected: [1 - blue, blue], score: "", actions: [action] });
        const thought = { seats: ["red", "blue"], lines: [line("a3", 0.6), line("a2", 0.55), line("a4", 0.45)] };
        expect(lineArrows(thought, { actor: "blue", scene })).toEqual([
            { from: "a1", to: "a3", style: "main" },
            { from: "a1", to: "a2", style: "other" },
        ]);
    });
});

describe("the graph", () => {
    const points = [1, 2, 5].map((step) => ({ step, evaluation: new Map([["red", step / 10]]) }));
    test("fills the area under the first player's curve", () => {
        expect(areaOf(points, "red")).toBe("0,1 0,0.9000 1,0.9000 2,0.8000 5,0.5000 5,1");
    });
    test("finds the point under the pointer and the one of a step", () => {
        expect(nearestPoint(points, 3.2)?.step).toBe(2);
        expect(nearestPoint([], 1)).toBeNull();
        expect(pointAt(points, 4)?.step).toBe(2);
        expect(pointAt(points, 0)).toBeNull();
    });
});
