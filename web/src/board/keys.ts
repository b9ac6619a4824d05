/** Keyboard navigation on a board with arrow keys, Home and End. */

import type { Place } from "../wire";
import type { PlaneLayout } from "./geometry";

const STEPS: Record<string, readonly [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

/** The next place in a key's direction. It skips gaps and continues on the neighbouring plane. Null if there is none. */
export function neighbour(layouts: PlaneLayout[], from: Place, key: string): Place | null {
    const plane = layouts.findIndex((layout) => layout.cells.some((cell) => cell.spot.id === from));
    const here = layouts[plane]?.cells.find((cell) => cell.spot.id === from);
    if (!here) return null;
    if (key === "Home" || key === "End") {
        const row = layouts[plane]!.cells.filter((cell) => cell.row === here.row);
        return (key === "Home" ? row[0] : row.at(-1))?.spot.id ?? null;
    }
    const step = STEPS[key];
    if (!step) return null;
    const [dx, dy] = step;
    const ahead = layouts[plane]!.cells.map((cell) => ({
        cell,
        along: (cell.column - here.column) * dx + (cell.row - here.row) * dy,
        aside: Math.abs((cell.column - here.column) * dy) + Math.abs((cell.row - here.row) * dx),
    }))
        .filter(({ along, aside }) => along > 0 && aside === 0)
        .sort((a, b) => a.along - b.along)[0];
    if (ahead) return ahead.cell.spot.id;
    const next = dx === 0 ? undefined : layouts[plane + dx];
    const row = next?.cells.filter((cell) => cell.row === here.row) ?? [];
    return (dx > 0 ? row[0] : row.at(-1))?.spot.id ?? null;
}
