import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import { optimisticScene } from "./optimistic";

test("only the moved piece changes, and nothing can be chosen meanwhile", () => {
    const { scene } = scenes.find(({ name }) => name === "jungle 0")!;
    const choice = scene.choices.find(({ action }) => action === "a3a4")!;
    const guess = optimisticScene(scene, choice);
    expect(guess.put).toBe("a4");
    expect(guess.scene.choices).toEqual([]);
    expect(guess.scene.pieces.length).toBe(scene.pieces.length);
    expect(guess.scene.pieces.find(({ at }) => at === "a4")?.kind).toBe("elephant");
    expect(scene.pieces.some(({ at }) => at === "a4")).toBe(false);
});
