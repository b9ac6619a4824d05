import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import { Selection } from "./selection.svelte";

const { scene } = scenes.find(({ name }) => name === "jungle 0")!;

test("what has been touched stays while the choices do: an offer of the other side takes no piece out of the hand", () => {
    const selection = new Selection({ choose: () => {}, refuse: () => {} });
    selection.look(scene);
    selection.touch("a3");
    selection.look({ ...scene });
    expect([...selection.held]).toEqual(["a3"]);
    selection.look({ ...scene, choices: scene.choices.slice(1) });
    expect([...selection.held]).toEqual([]);
});

test("selecting what means nothing is always answered, with the action that was perhaps meant", () => {
    const refused: [string, string | null][] = [];
    const selection = new Selection({ choose: () => {}, refuse: (...what) => void refused.push(what) });
    selection.look({ ...scene, choices: [] });
    selection.touch("a3");
    const spots = scene.spots.map((spot) => (spot.id === "d4" ? { ...spot, action: "buy:stun" } : spot));
    selection.look({ ...scene, spots });
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

test("an action whose beginning was planned goes on from there", () => {
    const selection = new Selection({ choose: () => {}, refuse: () => {} });
    selection.look({ ...scene, choices: [] });
    selection.look(scene, [{ touch: "place", place: "g3" }]);
    expect([...selection.held]).toEqual(["g3"]);
});
