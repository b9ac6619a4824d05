import { describe, expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import type { Choice, Touch } from "../wire";
import { forcedTouches, guessAction, touchFor, nextTouches, placesOf, addTouch, sameTouch } from "./touches";

const place = (place: string): Touch => ({ touch: "place", place });
const button = (id: string): Touch => ({ touch: "button", id, label: id });
const choice = (action: string, ...touches: Touch[]): Choice => ({ action, touches, words: action });

describe.each(scenes)("$name", ({ scene }) => {
    test("every action can be chosen touch by touch", () => {
        for (const wanted of scene.choices) {
            let chosen: Touch[] = [];
            let done: Choice | null = null;
            for (const touch of wanted.touches) {
                expect(nextTouches(scene.choices, chosen).some((other) => sameTouch(other, touch))).toBe(true);
                ({ chosen, choice: done } = addTouch(scene.choices, chosen, touch));
            }
            expect(done?.action).toBe(wanted.action);
        }
    });

    test("a place that is a possible touch means itself", () => {
        for (const touch of nextTouches(scene.choices, [])) {
            if (touch.touch !== "button")
                expect(touchFor(scene, nextTouches(scene.choices, []), touch.place)).toEqual(touch);
        }
    });

    test("every touch names places of the scene", () => {
        const spots = new Set(scene.spots.map(({ id }) => id));
        for (const touch of scene.choices.flatMap(({ touches }) => touches)) {
            for (const place of placesOf(touch)) expect(spots.has(place), place).toBe(true);
        }
    });
});

test("a piece that must move on is selected already, also beside a button", () => {
    const hops = [
        choice("c3e5", place("c3"), place("e5")),
        choice("c3a5", place("c3"), place("a5")),
        choice("stop", button("stop")),
    ];
    expect(forcedTouches(hops)).toEqual([place("c3")]);
    expect(forcedTouches([...hops, choice("d4d5", place("d4"), place("d5"))])).toEqual([]);
    expect(forcedTouches([choice("a1", place("a1"))])).toEqual([]);
});

test("an illegal try is written like a legal action", () => {
    const choices = [
        choice("a5a2", place("a5"), place("a2")),
        choice("P@c3", place("hand:white:soldier"), place("c3")),
    ];
    expect(guessAction(choices, [place("a5")], "b4")).toBe("a5b4");
    expect(guessAction(choices, [place("b1")], "b4")).toBe("b1b4");
    expect(guessAction(choices, [place("hand:white:soldier")], "e5")).toBe("P@e5");
    expect(guessAction([choice("stop", button("stop"))], [], "e5")).toBe(null);
});

test("the square of a large piece means the piece", () => {
    const site = (x: number, y: number) => ({ on: "plane", plane: 0, x, y }) as const;
    const spots = ["a1", "b1", "a2", "b2"].map((id) => ({
        id,
        site: site(id === "a1" || id === "a2" ? 0 : 1, Number(id[1]) - 1),
        terrain: "",
        label: id,
    }));
    const giant = { at: "a1", kind: "giant", color: 0, controller: 0, size: 2, count: 1, badges: [] };
    const scene = {
        planes: [{ id: "p", title: "", width: 2, height: 2 }],
        spots,
        pieces: [giant],
        counters: [],
        prompt: { actor: "Nobody" as const, text: "", mid_turn: false },
        choices: [],
    };
    expect(touchFor(scene, [place("a1")], "b2")).toEqual(place("a1"));
});
