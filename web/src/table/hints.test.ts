import { expect, test } from "vitest";
import type { LogEntry, Hint, Scene } from "../wire";
import { capturedLately, dueHint, type Situation } from "./hints.svelte";

const hint = (when: Hint["when"], text: string): Hint => ({ when, text });
const game = {
    id: "g",
    hints: [
        hint({ moment: "turn" }, "first"),
        hint({ moment: "turn" }, "second"),
        hint({ moment: "mid-turn" }, "go on"),
        hint({ moment: "beside" }, "the cell"),
        hint({ moment: "tray", tray: "shop" }, "the shop"),
        hint({ moment: "capture" }, "taken"),
    ],
};
const spot = (id: string, site: object) => ({ id, site, label: id, terrain: "" });
const scene = (...places: string[]) =>
    ({
        planes: [{ id: "p", title: "", width: 8, height: 8 }],
        spots: [
            spot("a1", { on: "plane", plane: 0, x: 0, y: 0 }),
            spot("z4", { on: "plane", plane: 0, x: -1, y: 3 }),
            spot("s1", { on: "tray", tray: "shop", seat: null, slot: 0 }),
        ],
        prompt: { actor: "Nobody", text: "Move a piece", mid_turn: false },
        choices: places.map((place) => ({ action: place, words: "", touches: [{ touch: "place", place }] })),
    }) as unknown as Scene;
const now = (change: Partial<Situation>): Situation => ({
    mine: true,
    midTurn: false,
    captured: false,
    scene: scene("a1"),
    ...change,
});
const text = (change: Partial<Situation>, ...read: string[]) => dueHint(game, now(change), new Set(read))?.hint.text;

test("the hints of the first turn come one after the other, and each only once", () => {
    expect(dueHint(game, now({}), new Set())).toMatchObject({ nth: 1, of: 2, key: "g/turn/1" });
    expect(text({}, "g/turn/1")).toBe("second");
    expect(text({}, "g/turn/1", "g/turn/2")).toBe(undefined);
});

test("hints about a turn do not come in another player's turn", () => {
    expect(text({ mine: false })).toBe(undefined);
    expect(text({ mine: false, captured: true })).toBe(undefined);
    expect(text({ captured: true }, "g/turn/1", "g/turn/2")).toBe("taken");
});

test("the most specific moment comes first", () => {
    expect(text({ midTurn: true })).toBe("go on");
    expect(text({ midTurn: true, scene: scene("z4") })).toBe("the cell");
    expect(text({ midTurn: true, scene: scene("z4", "a1") })).toBe("go on");
    expect(text({ scene: scene("a1", "s1") })).toBe("the shop");
});

test("a capture counts until every seat has had a turn", () => {
    const entry = (turn: number, effect: string) =>
        ({ turn, happened: [{ words: "", what: { effect } }] }) as unknown as LogEntry;
    expect(capturedLately([entry(1, "captured"), entry(2, "moved")], 2)).toBe(true);
    expect(capturedLately([entry(1, "captured"), entry(2, "moved"), entry(3, "moved")], 2)).toBe(false);
    expect(capturedLately([], 2)).toBe(false);
});

test("a hint without a sentence that fits the moment is skipped", () => {
    const hinted = {
        id: "g",
        hints: [hint({ moment: "turn" }, "Move a piece."), hint({ moment: "turn" }, "You win.")],
    };
    expect(dueHint(hinted, now({}), new Set())?.text).toBe("You win.");
});
