import { expect, test } from "vitest";
import type { Effect } from "../wire/Effect";
import type { Entry } from "../wire/Entry";
import type { Game } from "../wire/Game";
import { eliminated } from "./eliminated";

const game = { seats: ["red", "blue", "yellow", "green"].map((name) => ({ name })) } as unknown as Game;
const entry = (version: number, event: string, ...effects: Effect[]): Entry => ({
    version,
    by: "red",
    event,
    turn: version,
    at: 0,
    happened: effects.map((what) => ({ words: "", what })),
});

test("seats are out that resigned, ran out of time, left, or were put out by the game", () => {
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
