/** Arrows on a board: from one place to another, for any game. */

import type { Choice, Place } from "../wire";

/**
 * `main`: thick, for the most important action. `other`: thin, for alternatives. `mark`: a ring around a piece or
 * square that a lesson is about. `threat`: what an opponent would do.
 */
export type ArrowStyle = "main" | "other" | "mark" | "threat";

export interface Arrow {
    /** Null: the arrow only marks its target. */
    from: Place | null;
    to: Place;
    style: ArrowStyle;
}

export interface Point {
    x: number;
    y: number;
}

/** The size of an arrow in squares: the width of its shaft, the width and length of its head. */
const THICK = { shaft: 0.18, head: 0.5, long: 0.4 };
const THIN = { shaft: 0.1, head: 0.32, long: 0.3 };
const SIZES: Record<ArrowStyle, typeof THICK> = { main: THICK, other: THIN, mark: THIN, threat: THICK };
/** The distance between a square's centre and the start of the shaft, so that the piece stays visible. */
const GAP = 0.22;

/** The arrows of a choice, from place to place in the order of its touches. None if it has only buttons. */
export function arrowsOf(choice: Choice, style: ArrowStyle): Arrow[] {
    const places = choice.touches.flatMap((touch) => (touch.touch === "button" ? [] : [touch.place]));
    if (places.length === 1) return [{ from: null, to: places[0]!, style }];
    return places.slice(1).map((to, i) => ({ from: places[i]!, to, style }));
}

/** The outline of an arrow between two points, in squares. It ends at the centre of its target. */
export function arrowOutline(from: Point, to: Point, style: ArrowStyle): Point[] {
    const { shaft, head, long } = SIZES[style];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const at = (forward: number, aside: number): Point => ({
        x: from.x + along.x * forward - along.y * aside,
        y: from.y + along.y * forward + along.x * aside,
    });
    const neck = length - long;
    return [
        at(GAP, -shaft / 2),
        at(neck, -shaft / 2),
        at(neck, -head / 2),
        at(length, 0),
        at(neck, head / 2),
        at(neck, shaft / 2),
        at(GAP, shaft / 2),
    ];
}

/** What a plane shows of an arrow: the arrow, or a ring where its other end is elsewhere. */
export type ArrowShape =
    { kind: "arrow"; style: ArrowStyle; points: string } | { kind: "ring"; style: ArrowStyle; at: Point };

/** The shapes on a plane whose places have these centres. Alternatives come first, so the main arrow is on top. */
export function arrowShapes(arrows: Arrow[], centre: (place: Place) => Point | null): ArrowShape[] {
    const ordered = [...arrows].sort((a, b) => Number(a.style === "main") - Number(b.style === "main"));
    return ordered.flatMap(({ from, to, style }): ArrowShape[] => {
        const [start, end] = [from === null ? null : centre(from), centre(to)];
        if (start && end && from !== to) {
            const outline = arrowOutline(start, end, style);
            const points = outline.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
            return [{ kind: "arrow", style, points }];
        }
        const at = end ?? start;
        return at ? [{ kind: "ring", style, at }] : [];
    });
}
