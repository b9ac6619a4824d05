import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import { notationOf } from "./notation";

const spotsOf = (name: string) => scenes.find((one) => one.name === name)!.scene.spots;

test("the notation names the boards of other planes, once for each pair of squares", () => {
    const notation = notationOf(spotsOf("heaven-hell 0"));
    expect(
        ["e2e4", "f6^g4^", "e4e4^", "b7_b6_", "@d3_", "@?", "buy:two-actions", "cast-fire:d4^"].map(notation),
    ).toEqual([
        "e2e4",
        "f6–g4 in Heaven",
        "e4–e4 in Heaven",
        "b7–b6 in Hell",
        "d3 in Hell",
        "secret",
        "buy two actions",
        "cast fire d4 in Heaven",
    ]);
});

test("a game with one board keeps the squares as they are", () => {
    expect(["b1b3", "d1z4", "!resign:white"].map(notationOf(spotsOf("chess2 0")))).toEqual([
        "b1b3",
        "d1z4",
        "white resigns",
    ]);
    expect(notationOf(spotsOf("shogi5 0"))("P@c3")).toBe("P c3");
});
