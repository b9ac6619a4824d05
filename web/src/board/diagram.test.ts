import { expect, test } from "vitest";
import type { Diagram } from "../wire";
import { diagramBoards } from "./diagram";

/** A white pawn on e2 that goes to e3 and captures on d3. */
const pawn: Diagram = {
    width: 8,
    height: 8,
    at: { plane: 0, x: 4, y: 1 },
    color: 0,
    targets: [
        { plane: 0, x: 4, y: 2, capture: false },
        { plane: 0, x: 3, y: 2, capture: true },
    ],
    pieces: [{ plane: 0, x: 3, y: 2, kind: "pawn", color: 1 }],
    squares: [],
};

test("a diagram is drawn as the player sees the board", () => {
    const [board] = diagramBoards(pawn, { color: 0 }, 2, 0);
    expect([board!.piece, board!.targets[0]]).toMatchObject([
        { x: 4, y: 6 },
        { x: 4, y: 5 },
    ]);
    expect(board!.view).toEqual({ x: 0, y: 0, w: 8, h: 8 });
    expect(diagramBoards(pawn, { color: 0 }, 2, 2)[0]!.piece).toMatchObject({ x: 3, y: 1 });
});

test("an enemy piece goes the other way, and the colours are exchanged", () => {
    const [board] = diagramBoards(pawn, { color: 1 }, 2, 0);
    expect([board!.piece, board!.targets[0], board!.others[0]]).toMatchObject([
        { x: 3, y: 1 },
        { x: 3, y: 2 },
        { color: 0 },
    ]);
});

test("a board with special squares is not turned for the enemy; with four seats none is", () => {
    const water = { ...pawn, squares: [{ plane: 0, x: 1, y: 1, terrain: "water" }] };
    expect(diagramBoards(water, { color: 1 }, 2, 0)[0]!.piece).toMatchObject({ x: 4, y: 6 });
    expect(diagramBoards(pawn, { color: 1 }, 4, 0)[0]!.piece).toMatchObject({ x: 4, y: 6 });
});

test("cells beside the board and other planes are drawn only if something is there", () => {
    const jailed = { ...pawn, targets: [{ plane: 0, x: -1, y: 3, capture: false }] };
    expect(diagramBoards(jailed, { color: 0 }, 2, 0)[0]!.view).toEqual({ x: -1, y: 0, w: 9, h: 8 });
    const plane = (title: string) => ({ id: title, title, width: 8, height: 8 });
    const planes = ["Heaven", "Earth", "Hell"].map(plane);
    const gun = { ...pawn, planes, targets: [{ plane: 2, x: 4, y: 1, capture: false }] };
    expect(diagramBoards(gun, { color: 0 }, 2, 0).map(({ title }) => title)).toEqual(["Heaven", "Hell"]);
});
