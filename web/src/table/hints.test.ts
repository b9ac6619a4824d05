import { expect, test } from "vitest";
import type { Hint } from "../wire/Hint";
import type { Scene } from "../wire/Scene";
import { due, type Situation } from "./hints.svelte";

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
        choices: places.map((place) => ({ action: place, words: "", touches: [{ touch: "place", place }] })),
    }) as unknown as Scene;
const now = (change: Partial<Situation>): Situation => ({
    mine: true,
    midTurn: false,
    captured: false,
    scene: scene("a1"),
    ...change,
});
const text = (change: Partial<Situation>, ...read: string[]) => due(game, now(change), new Set(read))?.hint.text;

test("the hints of the first turn come one after the other, and each only once", () => {
    expect(due(game, now({}), new Set())).toMatchObject({ nth: 1, of: 2, key: "g/turn/1" });
    expect(text({}, "g/turn/1")).toBe("second");
    expect(text({}, "g/turn/1", "g/turn/2")).toBe(undefined);
});

test("nothing about one's turn is told in the turn of another", () => {
    expect(text({ mine: false })).toBe(undefined);
    expect(text({ mine: false, captured: true })).toBe("taken");
});

test("the more special a moment is, the sooner it is spoken of", () => {
    expect(text({ midTurn: true })).toBe("go on");
    expect(text({ midTurn: true, scene: scene("z4") })).toBe("the cell");
    expect(text({ midTurn: true, scene: scene("z4", "a1") })).toBe("go on");
    expect(text({ scene: scene("a1", "s1") })).toBe("the shop");
});
