import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import { Selection } from "./selection.svelte";

const { scene } = scenes.find(({ name }) => name === "jungle 0")!;

test("the selection stays while the choices are the same, also when the opponent offers something", () => {
    const selection = new Selection({ choose: () => {}, refuse: () => {} });
    selection.setScene(scene);
    selection.touch("a3");
    selection.setScene({ ...scene });
    expect([...selection.held]).toEqual(["a3"]);
    selection.setScene({ ...scene, choices: scene.choices.slice(1) });
    expect([...selection.held]).toEqual([]);
});

test("selecting a place that is no choice is refused, with the action that was perhaps intended", () => {
    const refused: [string, string | null][] = [];
    const selection = new Selection({ choose: () => {}, refuse: (...what) => void refused.push(what) });
    selection.setScene({ ...scene, choices: [] });
    selection.touch("a3");
    const spots = scene.spots.map((spot) => (spot.id === "d4" ? { ...spot, action: "buy:stun" } : spot));
    selection.setScene({ ...scene, spots });
    selection.touch("a7");
    selection.touch("d4");
    selection.touch("a3");
    selection.touch("d5");
    expect(refused).toEqual([
        ["a3", null],
        ["a7", null],
        ["d4", "buy:stun"],
        ["d5", "a3d5"],
    ]);
});

test("a planned beginning of an action is selected already", () => {
    const selection = new Selection({ choose: () => {}, refuse: () => {} });
    selection.setScene({ ...scene, choices: [] });
    selection.setScene(scene, [{ touch: "place", place: "g3" }]);
    expect([...selection.held]).toEqual(["g3"]);
});
