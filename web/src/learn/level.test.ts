import { beforeEach, expect, test, vi } from "vitest";
import { settings } from "../settings/settings.svelte";
import type { Choice, Effect, LessonRequest, LessonResponse, LessonStep, Scene, SceneResponse } from "../wire";
import { LevelVisit } from "./level.svelte";

const moved: Effect = {
    effect: "moved",
    piece: { kind: "cat", color: "red" },
    from: "a1",
    to: "a2",
    motion: "Straight",
};
const choice = (action: string): Choice => ({ action, touches: [], words: action });
/** What is seen after an action; the prompt names it. */
const seen = (name: string): SceneResponse => ({
    position: name,
    seats: ["red", "black"],
    actor: "red",
    scene: {
        prompt: { text: name },
        choices: [choice("good"), choice("bad")],
        pieces: [],
        spots: [],
    } as unknown as Scene,
    happened: [{ words: `${name} happens`, what: moved }],
    verdict: null,
    ended: null,
});
const step = (by: string, action: string): LessonStep => ({ by, action, seen: seen(action) });
const answer = (status: LessonResponse["status"], more: Partial<LessonResponse> = {}): LessonResponse => ({
    status,
    seen: seen("start"),
    played: [],
    refutation: [],
    turnsLeft: 2,
    marks: { squares: [], arrows: [] },
    ...more,
});

let requests: LessonRequest[];
let answers: Record<string, LessonResponse>;
let solved: number[];
let visit: LevelVisit;
const shown = () => visit.scene?.prompt.text;

beforeEach(async () => {
    vi.useRealTimers();
    vi.stubGlobal("document", { hidden: false });
    settings.pace = "instant";
    requests = [];
    solved = [];
    answers = {
        "": answer("going", { marks: { squares: ["a2"], arrows: [] } }),
        good: answer("going", {
            turnsLeft: 1,
            seen: seen("reply"),
            played: [step("red", "good"), step("black", "reply")],
        }),
        "good good": answer("solved", {
            turnsLeft: 0,
            seen: seen("won"),
            message: "you did it",
            played: [step("red", "won")],
        }),
        "good bad": answer("missed", {
            turnsLeft: 0,
            seen: seen("late"),
            message: "too late",
            played: [step("red", "late")],
        }),
        bad: answer("missed", {
            turnsLeft: 1,
            seen: seen("blunder"),
            message: "no",
            played: [step("red", "blunder")],
            refutation: [step("black", "punish"), step("black", "finish")],
        }),
        illegal: answer("refused", { message: "think", reason: "it is stronger", rule: "jungle/captures/5" }),
    };
    visit = new LevelVisit({
        ask: (request) => {
            requests.push(request);
            const found = answers[request.actions.join(" ")];
            if (!found) return Promise.reject(new Error("the server did not answer"));
            return Promise.resolve(request.hint ? { ...found, hint: { text: "look up", action: "good" } } : found);
        },
        sound: () => {},
        solved: (stars) => solved.push(stars),
    });
    await visit.startOver();
});

test("a level begins with its marks and without a result", () => {
    expect([shown(), visit.result, visit.marks.squares]).toEqual(["start", null, ["a2"]]);
});

test("each action is sent with those before it, and a solved level is reported with its stars", async () => {
    await visit.act(choice("good"));
    expect([shown(), visit.now?.turnsLeft]).toEqual(["reply", 1]);
    await visit.act(choice("good"));
    expect(requests.map(({ actions }) => actions.join(" "))).toEqual(["", "good", "good good"]);
    expect([visit.result, solved]).toEqual(["solved", [3]]);
    expect(visit.scene?.choices).toEqual([]);
});

test("an illegal action changes nothing on the board and costs no star", async () => {
    await visit.explain("illegal");
    expect(visit.refusal).toEqual({ message: "think", reason: "it is stronger", rule: "jungle/captures/5" });
    expect([shown(), visit.actions, visit.stars, visit.status]).toEqual(["start", [], 3, "going"]);
    await visit.act(choice("good"));
    expect(visit.refusal).toBeNull();
});

test("an action that is only explained is not played, even if it is legal", async () => {
    await visit.explain("good");
    expect([shown(), visit.actions]).toEqual(["start", []]);
});

test("a missed try shows its message and its refutation, costs a star, and can be tried again", async () => {
    await visit.act(choice("bad"));
    expect([visit.result, visit.now?.message, shown()]).toEqual(["missed", "no", "finish"]);
    expect(visit.refuted.map(({ words }) => words)).toEqual(["Punish happens.", "Finish happens."]);
    await visit.tryAgain();
    expect([visit.result, shown(), visit.actions, visit.stars]).toEqual([null, "start", [], 2]);
    expect(requests).toHaveLength(2);
});

test("a refutation is played step by step, each with its caption, after the learner has seen the own move", async () => {
    vi.useFakeTimers();
    settings.pace = "normal";
    await visit.act(choice("bad"));
    expect([visit.result, shown(), visit.refuted.length]).toEqual(["missed", "blunder", 0]);
    vi.advanceTimersByTime(500);
    expect([shown(), visit.refuted.length]).toEqual(["punish", 1]);
    vi.advanceTimersByTime(1200);
    expect([shown(), visit.refuted.length]).toEqual(["finish", 2]);
});

test("the result waits until the board has shown the replies", async () => {
    vi.useFakeTimers();
    settings.pace = "normal";
    answers["good"] = { ...answers["good"]!, status: "solved" };
    await visit.act(choice("good"));
    expect(visit.result).toBeNull();
    vi.runAllTimers();
    expect([visit.result, shown()]).toEqual(["solved", "reply"]);
});

test("if the turns are used up, the next try begins at the start", async () => {
    await visit.act(choice("good"));
    await visit.act(choice("bad"));
    expect(visit.result).toBe("missed");
    await visit.tryAgain();
    expect([shown(), visit.actions]).toEqual(["start", []]);
});

test("an action can be taken back, and the level started over", async () => {
    await visit.act(choice("good"));
    await visit.takeBack();
    expect([shown(), visit.actions]).toEqual(["start", []]);
    await visit.act(choice("good"));
    await visit.startOver();
    expect([shown(), visit.actions, visit.stars]).toEqual(["start", [], 3]);
});

test("the first hint is in words, the second shows the move, and each costs a star", async () => {
    await visit.help();
    expect([visit.hintText, visit.hintAction, visit.stars]).toEqual(["look up", null, 2]);
    await visit.help();
    expect([visit.hintAction, visit.stars, visit.canHint]).toEqual(["good", 1, false]);
    await visit.act(choice("good"));
    expect([visit.hintAction, visit.canHint]).toEqual([null, true]);
});

test("without an answer the board stays as it was, and the next try works", async () => {
    const { good } = answers;
    delete answers["good"];
    await visit.act(choice("good"));
    expect([shown(), visit.errorText, visit.sending]).toEqual(["start", "the server did not answer", false]);
    answers["good"] = good!;
    await visit.act(choice("good"));
    expect([shown(), visit.errorText]).toEqual(["reply", ""]);
});

test("messages and moves are announced to screen readers", async () => {
    await visit.act(choice("bad"));
    expect(visit.announcements.text).toContain("No.");
    expect(visit.announcements.text).toContain("Finish happens.");
});
