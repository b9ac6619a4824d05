import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import { fitting, planning } from "./premoves";

const { scene } = scenes.find(({ name }) => name === "jungle 0")!;

test("any own piece can be planned to move to any square, from the end of earlier plans", () => {
    const first = planning(scene, 1, []);
    expect(first.choices.length).toBe(8 * 62);
    const second = planning(scene, 1, [{ from: "a7", to: "a6" }]);
    expect(second.choices.some(({ action }) => action === "a6d1")).toBe(true);
    expect(second.choices.some(({ action }) => action.startsWith("a7"))).toBe(false);
});

test("a planned move fits only a legal action", () => {
    expect(fitting(scene.choices, { from: "a3", to: "a4" }).map(({ action }) => action)).toEqual(["a3a4"]);
    expect(fitting(scene.choices, { from: "a3", to: "a9" })).toEqual([]);
});
