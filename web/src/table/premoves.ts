/** Premoves: planned moves of any own piece to any square, several in a row. They are checked when the turn comes. */

import type { Choice, Piece, Place, Scene, Touch } from "../wire";

export interface Planned {
    from: Place;
    to: Place;
}

const touch = (place: Place): Touch => ({ touch: "place", place });

/** The scene after the planned moves, with every move of the seat's pieces as a choice. */
export function planning(scene: Scene, seat: number, planned: Planned[]): Scene {
    const pieces = planned.reduce(moved, scene.pieces);
    const own = new Set(
        pieces.filter((piece) => piece.controller === seat && piece.count > 0).map((piece) => piece.at),
    );
    const squares = scene.spots.filter(({ site }) => site.on === "plane").map(({ id }) => id);
    const choices = [...own].flatMap((from) =>
        squares
            .filter((to) => to !== from)
            .map((to): Choice => ({ action: `${from}${to}`, touches: [touch(from), touch(to)], words: "" })),
    );
    return { ...scene, pieces, choices };
}

function moved(pieces: Piece[], { from, to }: Planned): Piece[] {
    const moving = pieces.findLast((piece) => piece.at === from && piece.color !== null);
    if (!moving) return pieces;
    return [...pieces.filter((piece) => piece !== moving && piece.at !== to), { ...moving, at: to }];
}

/** The legal actions that begin with the planned move. Some need a further touch. */
export function fitting(choices: Choice[], { from, to }: Planned): Choice[] {
    const fits = ({ touches: [first, second] }: Choice) =>
        first?.touch === "place" &&
        first.place === from &&
        second !== undefined &&
        second.touch !== "button" &&
        second.place === to;
    return choices.filter(fits);
}
