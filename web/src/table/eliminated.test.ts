import { expect, test } from "vitest";
import type { Effect, LogEntry, Game } from "../wire";
import { eliminated } from "./eliminated";

const game = { seats: ["red", "blue", "yellow", "green"].map((name) => ({ name })) } as unknown as Game;
const entry = (version: number, event: string, ...effects: Effect[]): LogEntry => ({
    version,
    by: "red",
    event,
    turn: version,
    at: 0,
    happened: effects.map((what) => ({ words: "", what })),
});

test("a seat is out that resigned, ran out of time, left, or was eliminated", () => {
    const log = [
        entry(1, "c3e1"),
        entry(2, "!resign:red", { effect: "eliminated", seat: 0 }),
        entry(3, "a1c3", { effect: "eliminated", seat: 2 }),
        entry(4, "!offer-draw:blue"),
    ];
    expect([...eliminated(game, log)]).toEqual([
        ["red", "resign"],
        ["yellow", "eliminated"],
    ]);
    expect(eliminated(game, [entry(1, "c3e1")]).size).toBe(0);
});
