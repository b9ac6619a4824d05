import { expect, test } from "vitest";
import { cardPosition, overlap } from "./cardPosition";
import type { Box } from "./geometry";

/** A card as it is measured, somewhere else. */
const card: Box = { x: 7, y: 9, w: 200, h: 150 };
const board: Box = { x: 100, y: 50, w: 400, h: 400 };
const window = { w: 1000, h: 600 };
const square = (column: number, row: number): Box => ({ x: 100 + 50 * column, y: 50 + 50 * row, w: 50, h: 50 });
const at = (anchor: Box, avoid: Box[], screen = window) => ({
    ...card,
    ...cardPosition(card, anchor, avoid, board, screen),
});

test("a card covers neither its square nor a target, on any square", () => {
    for (let column = 0; column < 8; column++)
        for (let row = 0; row < 8; row++) {
            const targets = Array.from({ length: 8 }, (_, i) => [square(i, row), square(column, i)]).flat();
            const box = at(square(column, row), targets);
            for (const other of [square(column, row), ...targets]) expect(overlap(box, other)).toBe(0);
        }
});

test("without targets a card is next to its square", () => {
    const box = at(square(3, 3), []);
    expect(Math.abs(box.x + 100 - 275)).toBeLessThanOrEqual(140);
    expect(overlap(box, square(3, 3))).toBe(0);
});

test("a card stays in the window, and prefers its square to the targets if there is no room", () => {
    const screen = { w: 520, h: 460 };
    const all = Array.from({ length: 64 }, (_, i) => square(i % 8, Math.floor(i / 8)));
    const box = at(square(0, 0), all, screen);
    expect(box.x >= 0 && box.y >= 0 && box.x + card.w <= screen.w && box.y + card.h <= screen.h).toBe(true);
    expect(overlap(box, square(0, 0))).toBe(0);
});
