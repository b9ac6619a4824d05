/** The geometry of movement diagrams: the boards that a diagram shows, turned to the player. */

import type { Cell, Diagram, Piece } from "../wire";
import { rotated, type Rotation } from "./geometry";

export interface DiagramBoard {
    title: string;
    columns: number;
    rows: number;
    /** The part that is drawn: cells beside the board count only if something is there. */
    view: { x: number; y: number; w: number; h: number };
    piece: { x: number; y: number } | null;
    targets: { x: number; y: number; capture: boolean }[];
    others: { x: number; y: number; kind: string; color: number | null }[];
    grounds: { x: number; y: number; terrain: string }[];
}

/**
 * The boards with something to show. The diagram is about a piece of one colour. For a piece of the other colour of a game
 * for two it is turned around, and the colours are exchanged, unless the squares themselves differ.
 */
export function diagramBoards(
    diagram: Diagram,
    piece: Pick<Piece, "color">,
    seats: number,
    rotation: Rotation,
): DiagramBoard[] {
    const { width, height, at } = diagram;
    const onBoard = ({ x, y }: Cell) => x >= 0 && y >= 0 && x < width && y < height;
    const other = seats === 2 && piece.color !== null && diagram.color !== null && piece.color !== diagram.color;
    const turns = other && !diagram.squares.some(onBoard) ? 2 : 0;
    const total = ((rotation + turns) % 4) as Rotation;
    const colour = (color: number | null) => (other && color !== null ? 1 - color : color);
    const planes = diagram.planes ?? [];
    const used = new Set([at, ...diagram.targets, ...diagram.pieces].map(({ plane }) => plane));
    return [...used].sort().map((plane) => {
        const { title, width: w, height: h } = planes[plane] ?? { title: "", width, height };
        const put = <T extends Cell>(cell: T) => {
            const [x, y] = rotated(cell.x, cell.y, w, h, total);
            return { ...cell, x, y };
        };
        const here = <T extends Cell>(cells: T[]) => cells.filter((cell) => cell.plane === plane).map(put);
        const swapped = total % 2 === 1;
        const [columns, rows] = swapped ? [h, w] : [w, h];
        const shown = { targets: here(diagram.targets), others: here(diagram.pieces) };
        const cells = [...shown.targets, ...shown.others, ...here([at])];
        const view = frame(cells, columns, rows);
        return {
            title,
            columns,
            rows,
            view,
            piece: at.plane === plane ? put(at) : null,
            targets: shown.targets,
            others: shown.others.map((one) => ({ ...one, color: colour(one.color) })),
            grounds: here(diagram.squares).filter(({ x, y }) => isWithin(x, y, view)),
        };
    });
}

function frame(cells: { x: number; y: number }[], columns: number, rows: number) {
    const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
    const [left, top] = [Math.min(0, ...xs), Math.min(0, ...ys)];
    const [right, bottom] = [Math.max(columns - 1, ...xs), Math.max(rows - 1, ...ys)];
    return { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

const isWithin = (x: number, y: number, view: DiagramBoard["view"]) =>
    x >= view.x && y >= view.y && x < view.x + view.w && y < view.y + view.h;
