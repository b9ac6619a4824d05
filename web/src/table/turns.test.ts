import { expect, test } from "vitest";
import type { LogEntry } from "../wire";
import { eventText, turnsOf } from "./turns";

const entry = (version: number, event: string, turn: number, words: string[] = []): LogEntry => ({
    version,
    by: "red",
    event,
    turn,
    at: 0,
    happened: words.map((words) => ({ words, what: { effect: "note", text: words } })),
});

test("random events belong to the turn of the player, but are no entries of the log", () => {
    const [turn] = turnsOf([
        { ...entry(1, "unlock:trap", 1, ["trap is unlocked"]), by: "chance" },
        entry(2, "c3e5", 1),
    ]);
    expect(turn).toMatchObject({ by: "red", words: "Trap is unlocked." });
    expect(turn!.entries.map(({ chance }) => chance)).toEqual([true, false]);
});

test("the log is grouped into turns, with sentences", () => {
    const turns = turnsOf([
        entry(1, "c3e5", 1, ["a hop"]),
        entry(2, "stop", 1, ["it stops"]),
        entry(3, "!resign:red", 2),
    ]);
    expect(turns.map(({ words }) => words)).toEqual(["A hop. It stops.", ""]);
    expect(turns[1]!.entries[0]!.event).toBe("red resigns");
    expect(["a3a4", "@h2", "plane:hell", "P@c3", "cast-fire:d4", "@?"].map(eventText)).toEqual([
        "a3a4",
        "h2",
        "plane hell",
        "P c3",
        "cast fire d4",
        "secret",
    ]);
});
