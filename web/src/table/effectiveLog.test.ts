import { expect, test } from "vitest";
import cases from "./standingActions.json";
import type { LogEntry } from "../wire";
import { effectiveLog, isAction } from "./effectiveLog";

const entry = (version: number, event: string, turn: number, words: string[] = []): LogEntry => ({
    version,
    by: "red",
    event,
    turn,
    at: 0,
    happened: words.map((words) => ({ words, what: { effect: "note", text: words } })),
});

/** Rust reads the same cases: `crates/wire/tests/suite.rs`. */
test.each(cases)("standing actions: $name", ({ log, standing }) => {
    const entries = log.map((it, index) => ({ ...entry(index, it.event, it.turn), ...it }) as LogEntry);
    const actions = effectiveLog(entries).filter(isAction);
    expect(actions.map(({ version }) => version)).toEqual(standing);
});

test("actions that were undone or taken back are left out", () => {
    const log = [
        entry(1, "a3a4", 1),
        entry(2, "g7g6", 2),
        entry(3, "!offer-takeback:red:2", 2, ["red asks to go back to the start of turn 2"]),
        { ...entry(4, "!agree-takeback:black", 2, ["black agrees to go back"]), back: 2 },
        entry(5, "a7a6", 2),
        entry(6, "a4a5", 3),
        entry(7, "!undo", 3),
        entry(8, "!resign:red", 3),
    ];
    expect(effectiveLog(log).map(({ event }) => event)).toEqual(["a3a4", "a7a6", "!resign:red"]);
});

test("a seat that leaves stays in the log; one of several agreements takes nothing back", () => {
    const log = [
        entry(1, "a3a4", 1),
        entry(2, "!leave:blue", 2),
        entry(3, "g7g6", 2),
        entry(4, "!offer-takeback:red:2", 3, ["red asks to go back to the start of turn 2"]),
        entry(5, "!agree-takeback:green", 3, ["green agrees to go back"]),
    ];
    expect(effectiveLog(log).map(({ version }) => version)).toEqual([1, 2, 3]);
    // When the last seat agrees, the takeback stops at the seat that left.
    const agreed = { ...entry(6, "!agree-takeback:yellow", 3, ["yellow agrees to go back"]), back: 2 };
    expect(effectiveLog([...log, agreed]).map(({ version }) => version)).toEqual([1, 2]);
});

test("a takeback that was declined or withdrawn takes nothing back", () => {
    const log = [
        entry(1, "a3a4", 1, ["red elephant goes from a3 to a4"]),
        entry(2, "!offer-takeback:red:1", 2, ["red asks to go back to the start of turn 1"]),
        entry(3, "!decline-takeback:black", 2, ["black declines to go back"]),
        entry(4, "!offer-takeback:red:1", 2, ["red asks to go back to the start of turn 1"]),
        entry(5, "!decline-takeback:red", 2, ["red withdraws the offer to go back"]),
        entry(6, "a7a6", 2, ["black rat goes from a7 to a6"]),
    ];
    expect(effectiveLog(log).map(({ version }) => version)).toEqual([1, 6]);
});

test("chance events before the first turn stay when that turn is taken back", () => {
    const log = [
        { ...entry(1, "seed7", 1), by: "chance" },
        entry(2, "a3a4", 1),
        { ...entry(3, "die3", 1), by: "chance" },
        { ...entry(4, "!offer-takeback:red:1", 2), back: 1 },
    ];
    expect(effectiveLog(log).map(({ version }) => version)).toEqual([1]);
});

test("an undo of an action that is not loaded removes nothing", () => {
    const log = [entry(501, "!undo", 9), entry(502, "!resign:red", 9), entry(503, "!undo", 9)];
    expect(effectiveLog(log).map(({ version }) => version)).toEqual([502]);
});
