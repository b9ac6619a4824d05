/** Board geometry: the boxes of a plane's squares in any of four rotations. The unit is one square. */

import type { Piece, Place, Scene, Spot } from "../wire";

/** Quarter turns clockwise. */
export type Rotation = 0 | 1 | 2 | 3;

/** The frame of a board: wider on the left and below, where the coordinates are. */
export const BAND = { wide: 0.36, narrow: 0.15 } as const;
/** The gap between a board's frame and the cells beside it. */
const BESIDE = 0.16;

export interface Box {
    x: number;
    y: number;
    w: number;
    h: number;
}

export interface Cell {
    spot: Spot;
    column: number;
    row: number;
    /** Relative to the whole plane with its frame. */
    box: Box;
    beside: boolean;
}

export interface PlaneLayout {
    id: string;
    title: string;
    /** The whole size, with the frame and the cells beside it. */
    width: number;
    height: number;
    /** The box of all squares. */
    grid: Box;
    cells: Cell[];
    files: { text: string; at: number }[];
    ranks: { text: string; at: number }[];
}

/** A square's column and row from the top left, on a board of w by h after `rotation` quarter turns. */
export function rotated(x: number, y: number, w: number, h: number, rotation: Rotation): [number, number] {
    switch (rotation) {
        case 0:
            return [x, h - 1 - y];
        case 1:
            return [y, x];
        case 2:
            return [w - 1 - x, y];
        case 3:
            return [h - 1 - y, w - 1 - x];
    }
}

/** The name of a file: a to z, then aa, ab, …. */
export function fileName(x: number): string {
    const letter = (i: number) => String.fromCharCode(97 + (i % 26));
    return x < 26 ? letter(x) : letter(Math.floor(x / 26) - 1) + letter(x);
}

export function layoutPlanes(scene: Scene, rotation: Rotation): PlaneLayout[] {
    return scene.planes.map((_, index) => layoutPlane(scene, index, rotation));
}

function layoutPlane(scene: Scene, index: number, rotation: Rotation): PlaneLayout {
    const plane = scene.planes[index]!;
    const swapped = rotation % 2 === 1;
    const [columns, rows] = swapped ? [plane.height, plane.width] : [plane.width, plane.height];
    const on = scene.spots.flatMap((spot) => {
        if (spot.site.on !== "plane" || spot.site.plane !== index) return [];
        const [column, row] = rotated(spot.site.x, spot.site.y, plane.width, plane.height, rotation);
        return [{ spot, column, row }];
    });
    const most = (values: number[]) => Math.max(0, ...values);
    const left = margin(most(on.map((cell) => -cell.column)));
    const right = margin(most(on.map((cell) => cell.column - columns + 1)));
    const top = margin(most(on.map((cell) => -cell.row)));
    const bottom = margin(most(on.map((cell) => cell.row - rows + 1)));
    const grid: Box = { x: left + BAND.wide, y: top + BAND.narrow, w: columns, h: rows };
    const cells = on.map(({ spot, column, row }) => ({
        spot,
        column,
        row,
        box: {
            x: grid.x + offset(column, columns, BAND.wide, BAND.narrow),
            y: grid.y + offset(row, rows, BAND.narrow, BAND.wide),
            w: 1,
            h: 1,
        },
        beside: column < 0 || row < 0 || column >= columns || row >= rows,
    }));
    cells.sort((a, b) => a.row - b.row || a.column - b.column);
    const files = Array.from({ length: plane.width }, (_, x) => ({
        text: fileName(x),
        at: rotated(x, 0, plane.width, plane.height, rotation),
    }));
    const ranks = Array.from({ length: plane.height }, (_, y) => ({
        text: `${y + 1}`,
        at: rotated(0, y, plane.width, plane.height, rotation),
    }));
    const across = (labels: { text: string; at: [number, number] }[]) =>
        labels.map(({ text, at }) => ({ text, at: grid.x + at[0] + 0.5 }));
    const down = (labels: { text: string; at: [number, number] }[]) =>
        labels.map(({ text, at }) => ({ text, at: grid.y + at[1] + 0.5 }));
    return {
        id: plane.id,
        title: plane.title,
        width: left + right + columns + BAND.wide + BAND.narrow,
        height: top + bottom + rows + BAND.wide + BAND.narrow,
        grid,
        cells,
        files: across(swapped ? ranks : files),
        ranks: down(swapped ? files : ranks),
    };
}

/** The space for cells beside a board. */
function margin(cells: number): number {
    return cells === 0 ? 0 : cells + BESIDE;
}

/** The distance of a column or row from the board's edge. Cells beside the board are outside its frame. */
function offset(index: number, count: number, before: number, after: number): number {
    if (index < 0) return index - before - BESIDE;
    return index >= count ? index + after + BESIDE : index;
}

/** The box of a piece. Its place is the square with the lowest file and rank. */
export function block(cell: Cell, size: number, rotation: Rotation): Box {
    const more = cell.beside ? 0 : Math.max(1, size) - 1;
    const { x, y, w, h } = cell.box;
    // Without rotation, higher files are to the right and higher ranks above.
    const left = rotation === 2 || rotation === 3 ? more : 0;
    const up = rotation === 0 || rotation === 3 ? more : 0;
    return { x: x - left, y: y - up, w: w + more, h: h + more };
}

/** The places a piece covers. */
export function covers(scene: Scene, piece: Piece): Place[] {
    if (piece.size <= 1) return [piece.at];
    const site = scene.spots.find((spot) => spot.id === piece.at)?.site;
    if (site?.on !== "plane") return [piece.at];
    const inside = (from: number, at: number) => at >= from && at < from + piece.size;
    return scene.spots
        .filter(
            ({ site: other }) =>
                other.on === "plane" &&
                other.plane === site.plane &&
                inside(site.x, other.x) &&
                inside(site.y, other.y),
        )
        .map((spot) => spot.id);
}

/** The pieces on each place, the lowest first. */
export function piecesByPlace(scene: Scene): Map<Place, Piece[]> {
    const found = new Map<Place, Piece[]>();
    for (const piece of scene.pieces) {
        for (const place of covers(scene, piece)) found.set(place, [...(found.get(place) ?? []), piece]);
    }
    return found;
}

/** The rotation that puts a seat's pieces at the bottom; with four seats, at the lower left. */
export function homeRotation(start: Scene, seat: number, seats: number): Rotation {
    const plane = start.planes[0];
    if (!plane) return 0;
    const own = start.pieces.filter((piece) => piece.color === seat).map((piece) => piece.at);
    const sites = start.spots.flatMap(({ id, site }) => (site.on === "plane" && own.includes(id) ? [site] : []));
    if (sites.length === 0) return 0;
    const middle = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const x = middle(sites.map((site) => site.x));
    const y = middle(sites.map((site) => site.y));
    const turns: Rotation[] = seats > 2 && plane.width === plane.height ? [0, 1, 2, 3] : [0, 2];
    const away = (rotation: Rotation) => {
        const [column, row] = rotated(x, y, plane.width, plane.height, rotation);
        return turns.length === 2 ? -row : column - row;
    };
    return turns.reduce((best, rotation) => (away(rotation) < away(best) - 1e-9 ? rotation : best), turns[0]!);
}
