import { describe, expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import { block, covers, fileName, homeRotation, layoutPlanes, type Rotation, rotated } from "./geometry";

const ROTATIONS: Rotation[] = [0, 1, 2, 3];

test("a rotation moves the corner square from corner to corner", () => {
    expect(rotated(0, 0, 7, 9, 0)).toEqual([0, 8]);
    expect(rotated(0, 0, 7, 9, 1)).toEqual([0, 0]);
    expect(rotated(0, 0, 7, 9, 2)).toEqual([6, 0]);
    expect(rotated(0, 0, 7, 9, 3)).toEqual([8, 6]);
});

test("files are lettered", () => {
    expect([0, 7, 25, 26].map(fileName)).toEqual(["a", "h", "z", "aa"]);
});

describe.each(scenes)("$name", ({ scene }) => {
    test.each(ROTATIONS)("every spot of a plane has its own box inside the frame, rotated %i times", (rotation) => {
        for (const layout of layoutPlanes(scene, rotation)) {
            const boxes = layout.cells.map(({ box }) => box);
            expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(boxes.length);
            for (const { x, y, w, h } of boxes) {
                expect(x).toBeGreaterThanOrEqual(-1e-9);
                expect(y).toBeGreaterThanOrEqual(-1e-9);
                expect(x + w).toBeLessThanOrEqual(layout.width + 1e-9);
                expect(y + h).toBeLessThanOrEqual(layout.height + 1e-9);
            }
        }
    });

    test.each(ROTATIONS)("a piece lies over exactly the squares that it covers, rotated %i times", (rotation) => {
        const layouts = layoutPlanes(scene, rotation);
        const cells = layouts.flatMap((layout) => layout.cells);
        for (const piece of scene.pieces) {
            const layout = layouts.find((one) => one.cells.some(({ spot }) => spot.id === piece.at));
            const cell = layout?.cells.find(({ spot }) => spot.id === piece.at);
            if (!cell || !layout) continue;
            const { x, y, w, h } = block(cell, piece.size, rotation);
            const inside = layout.cells.filter(
                ({ box }) => box.x > x - 0.5 && box.x < x + w - 0.5 && box.y > y - 0.5 && box.y < y + h - 0.5,
            );
            expect(inside.map(({ spot }) => spot.id).sort()).toEqual(covers(scene, piece).sort());
        }
        expect(cells.length).toBeGreaterThan(0);
    });
});

test("every seat has a rotation that puts its pieces at the bottom", () => {
    const start = (name: string) => scenes.find((one) => one.name === `${name} 0`)!.scene;
    expect([0, 1].map((seat) => homeRotation(start("chess2"), seat, 2))).toEqual([0, 2]);
    // Black begins in the 5×5 game and sits on top.
    expect([0, 1].map((seat) => homeRotation(start("shogi5"), seat, 2))).toEqual([2, 0]);
    expect(new Set([0, 1, 2, 3].map((seat) => homeRotation(start("djambi"), seat, 4))).size).toBe(4);
    expect(homeRotation(start("djambi"), 0, 4)).toBe(0);
});
