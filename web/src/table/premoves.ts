/** Moves planned while others think: any own piece to any place, several in a row. The server judges them in time. */

import type { Choice } from "../wire/Choice";
import type { Piece } from "../wire/Piece";
import type { Place } from "../wire/Place";
import type { Scene } from "../wire/Scene";
import type { Touch } from "../wire/Touch";

export interface Planned {
    from: Place;
    to: Place;
}

const touch = (place: Place): Touch => ({ touch: "place", place });

/** The scene as it would be after what is planned, in which every move of the seat's pieces can be chosen. */
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

/** The actions that were perhaps planned: those that are legal now and begin so. Some go on with a further touch. */
export function fitting(choices: Choice[], { from, to }: Planned): Choice[] {
    const fits = ({ touches: [first, second] }: Choice) =>
        first?.touch === "place" &&
        first.place === from &&
        second !== undefined &&
        second.touch !== "button" &&
        second.place === to;
    return choices.filter(fits);
}
