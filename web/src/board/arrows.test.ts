import { describe, expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import type { Choice, Touch } from "../wire";
import { type Arrow, arrowOutline, arrowsOf, arrowShapes } from "./arrows";
import { layoutPlanes } from "./geometry";

const place = (id: string): Touch => ({ touch: "place", place: id });
const button: Touch = { touch: "button", id: "stop", label: "Stop" };
const choice = (...touches: Touch[]): Choice => ({ action: "x", touches, words: "" });
const centres: Record<string, { x: number; y: number }> = { a1: { x: 0.5, y: 4.5 }, a3: { x: 0.5, y: 2.5 } };
const centre = (id: string) => centres[id] ?? null;

describe("the arrows of a choice", () => {
    test("lead from place to place; a button has none", () => {
        expect(arrowsOf(choice(place("a1"), place("a3"), button), "main")).toEqual([
            { from: "a1", to: "a3", style: "main" },
        ]);
        expect(arrowsOf(choice(place("a1"), place("a3"), place("b3")), "other")).toHaveLength(2);
        expect(arrowsOf(choice(place("a1")), "main")).toEqual([{ from: null, to: "a1", style: "main" }]);
        expect(arrowsOf(choice(button), "main")).toEqual([]);
    });
    test("can be drawn on the boards of every game", () => {
        for (const { name, scene } of scenes) {
            const layouts = layoutPlanes(scene, 0);
            const boxes = new Map(layouts.flatMap(({ cells }) => cells.map(({ spot, box }) => [spot.id, box])));
            for (const one of scene.choices) {
                const onBoard = one.touches.some((touch) => touch.touch !== "button" && boxes.has(touch.place));
                const shapes = arrowShapes(arrowsOf(one, "main"), (id) => boxes.get(id) ?? null);
                expect(shapes.length > 0, `${name} ${one.action}`).toBe(onBoard);
            }
        }
    });
});

describe("the shapes on a board", () => {
    const arrow = (from: string | null, to: string, style: Arrow["style"] = "main"): Arrow => ({ from, to, style });
    test("an arrow ends at the centre of its target; the main one is thicker", () => {
        const width = (points: { x: number }[]) =>
            Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x));
        const [main, other] = [
            arrowOutline(centres.a1!, centres.a3!, "main"),
            arrowOutline(centres.a1!, centres.a3!, "other"),
        ];
        expect(main).toContainEqual(centres.a3);
        expect(width(main)).toBeGreaterThan(width(other));
    });
    test("a drop from the hand, and an arrow to another board, mark the end that is here", () => {
        const ring = { kind: "ring", style: "main" };
        expect(arrowShapes([arrow("hand:black:spear", "a3")], centre)).toEqual([{ ...ring, at: centres.a3 }]);
        expect(arrowShapes([arrow("a1", "a3^")], centre)).toEqual([{ ...ring, at: centres.a1 }]);
        expect(arrowShapes([arrow(null, "z9")], centre)).toEqual([]);
    });
    test("the main arrow is drawn last, over the others", () => {
        const shapes = arrowShapes([arrow("a1", "a3"), arrow("a3", "a1", "other")], centre);
        expect(shapes.map(({ style }) => style)).toEqual(["other", "main"]);
    });
});
