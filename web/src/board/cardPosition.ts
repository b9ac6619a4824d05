/** Where a floating card goes: near its place, and over none of the squares that matter. */

import type { Box } from "./geometry";

/** The distance between a card and what it stands beside, in pixels. */
const GAP = 10;

/**
 * The top left corner of a card. It never covers `anchor` if there is room beside it, and covers as little of `avoid` as
 * possible; among equals the nearest wins. `board` is the box of the whole board.
 */
export function cardPosition(
    card: { w: number; h: number },
    anchor: Box,
    avoid: Box[],
    board: Box,
    window: { w: number; h: number },
): { x: number; y: number } {
    const near = bounds([anchor, ...avoid]);
    const inside = (x: number, y: number) => ({
        x: clamp(x, GAP, window.w - card.w - GAP),
        y: clamp(y, GAP, window.h - card.h - GAP),
    });
    const corners = [anchor, near, board].flatMap((box) => beside(box, anchor, card)).map(([x, y]) => inside(x, y));
    const cost = ({ x, y }: { x: number; y: number }) => {
        const box = { x, y, w: card.w, h: card.h };
        const covered = avoid.reduce((sum, other) => sum + overlap(box, other), 0) + 100 * overlap(box, anchor);
        return 10 * covered + distance(box, anchor);
    };
    return corners.reduce((best, corner) => (cost(corner) < cost(best) ? corner : best));
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** The corners right, left, above and below a box, aligned with the anchor's start, middle and end. */
function beside(box: Box, anchor: Box, { w, h }: { w: number; h: number }): [number, number][] {
    const down = [anchor.y, anchor.y + anchor.h / 2 - h / 2, anchor.y + anchor.h - h];
    const along = [anchor.x, anchor.x + anchor.w / 2 - w / 2, anchor.x + anchor.w - w];
    return [
        ...down.flatMap((y): [number, number][] => [
            [box.x + box.w + GAP, y],
            [box.x - w - GAP, y],
        ]),
        ...along.flatMap((x): [number, number][] => [
            [x, box.y - h - GAP],
            [x, box.y + box.h + GAP],
        ]),
    ];
}

function bounds(boxes: Box[]): Box {
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    const right = Math.max(...boxes.map((box) => box.x + box.w));
    const bottom = Math.max(...boxes.map((box) => box.y + box.h));
    return { x, y, w: right - x, h: bottom - y };
}

/** The common area of two boxes. */
export function overlap(a: Box, b: Box): number {
    const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
    const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
    return w > 0 && h > 0 ? w * h : 0;
}

const distance = (a: Box, b: Box) => Math.hypot(a.x + a.w / 2 - b.x - b.w / 2, a.y + a.h / 2 - b.y - b.h / 2);
