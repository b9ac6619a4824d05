import { expect, test } from "vitest";
import type { Effect, LogEntry } from "../wire";
import type { Step } from "./playback.svelte";
import { recentMarks, sinceOwnAction, stepsOf } from "./sinceLastTurn";

/** Who moved from where to where: `red a1a2`; the version is the place in the list. */
function entry(text: string, i: number, turn = i + 1): LogEntry {
    const [by, event] = text.split(" ") as [string, string];
    const [from, to] = [event.slice(0, 2), event.slice(2)];
    const what = { effect: "moved", piece: { kind: "x", color: by }, from, to, motion: "Straight" } as Effect;
    const happened = event.startsWith("!") ? [] : [{ words: text, what }];
    return { version: i + 1, by, event, turn, at: 0, happened };
}
const log = (...texts: string[]) => texts.map((text, i) => entry(text, i));
const marks = (list: LogEntry[], own: string[], version?: number) => {
    const { latest, earlier } = recentMarks(list, own, 4, version);
    return [[...latest], [...earlier]];
};
const four = log("green d1d2", "red a1a2", "blue b1b2", "yellow c1c2", "green d2d3");

test("everything since the own last action is marked, the latest turn apart", () => {
    expect(marks(four, ["red"])).toEqual([
        ["d2", "d3"],
        ["b1", "b2", "c1", "c2"],
    ]);
});

test("a board that is behind is marked up to what it shows", () => {
    expect(marks(four, ["red"], 3)).toEqual([["b1", "b2"], []]);
    expect(marks(four, ["red"], 2)).toEqual([["a1", "a2"], []]);
});

test("the own action clears the marks of others", () => {
    expect(marks([...four, entry("red a2a3", 5)], ["red"])).toEqual([["a2", "a3"], []]);
});

test("several actions of one turn are one mark", () => {
    const hops = [entry("red a1a2", 0), entry("blue b1b3", 1, 2), entry("blue b3b5", 2, 2)];
    expect(marks(hops, ["red"])).toEqual([["b1", "b3", "b5"], []]);
});

test("what was undone is not marked", () => {
    const undone = [...log("red a1a2", "blue b1b2", "blue !undo"), entry("blue b1c1", 3, 2)];
    expect(marks(undone, ["red"])).toEqual([["b1", "c1"], []]);
});

test("resigning is no action: what was before it can still be replayed", () => {
    const resigned = [...four, { ...entry("red !resign:red", 5), event: "!resign:red" }];
    expect(sinceOwnAction(resigned, ["red"], 4).map(({ by }) => by)).toEqual(["blue", "yellow", "green"]);
});

test("a spectator gets the last round", () => {
    expect(sinceOwnAction(four, [], 4).map(({ by }) => by)).toEqual(["red", "blue", "yellow", "green"]);
    expect(sinceOwnAction(four, [], 2).map(({ by }) => by)).toEqual(["yellow", "green"]);
});

test("a replay goes back as far as the page has the scenes", () => {
    const steps = [3, 5].map((version) => ({ version }) as Step);
    expect(stepsOf(sinceOwnAction(four, ["red"], 4), steps).map(({ version }) => version)).toEqual([5]);
    expect(stepsOf(sinceOwnAction(four, ["red"], 4), [])).toEqual([]);
});
