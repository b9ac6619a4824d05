import { expect, test } from "vitest";
import type { Effect, Scene } from "../wire";
import { plan, changedPlaces } from "./motion";

const rook = { kind: "rook", color: "white" };
const fish = { kind: "fish", color: "black" };
const piece = (at: string, kind: string) => ({ at, kind, color: 0, controller: 0, size: 1, count: 1, badges: [] });
const before: Scene = {
    planes: [],
    spots: [],
    pieces: [piece("a1", "rook"), piece("a8", "fish")],
    counters: [],
    prompt: { actor: "Nobody", text: "", mid_turn: false },
    choices: [],
};
const moved = (from: string, to: string): Effect => ({ effect: "moved", piece: rook, from, to, motion: "Straight" });

test("a piece that moves twice glides along its whole path", () => {
    expect(plan([moved("a1", "a4"), moved("a4", "c4")], before).glides).toEqual([
        { path: ["a1", "a4", "c4"], motion: "Straight" },
    ]);
});

test("a captured piece leaves a ghost, one that is carried away glides", () => {
    const gone = plan([moved("a1", "a8"), { effect: "captured", piece: fish, at: "a8", to: null }], before);
    expect(gone.ghosts.map(({ at }) => at)).toEqual(["a8"]);
    const jailed = plan([{ effect: "captured", piece: fish, at: "a8", to: "z4" }], before);
    expect(jailed.glides).toEqual([{ path: ["a8", "z4"], motion: "Carried" }]);
    expect(jailed.ghosts).toEqual([]);
});

test("the last turn marks where something moved, died or appeared", () => {
    expect(
        changedPlaces([moved("a1", "a8"), { effect: "died", piece: fish, at: "c3" }, { effect: "note", text: "" }]),
    ).toEqual(["a1", "a8", "c3"]);
});
