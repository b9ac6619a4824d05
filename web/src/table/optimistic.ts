/** The chosen piece goes to its square at once; everything else waits for the server. */

import type { Choice } from "../wire/Choice";
import type { Place } from "../wire/Place";
import type { Scene } from "../wire/Scene";

export interface Guess {
    scene: Scene;
    /** Where the piece was put; null if nothing was. */
    put: Place | null;
}

export function guessed(scene: Scene, choice: Choice): Guess {
    const quiet = { ...scene, choices: [] };
    const places = choice.touches.flatMap((touch) => (touch.touch === "button" ? [] : [touch.place]));
    const [from, to] = places;
    const moving = scene.pieces.findLast((piece) => piece.at === from && piece.count > 0);
    const onBoard = (place: Place | undefined) =>
        scene.spots.some((spot) => spot.id === place && spot.site.on === "plane");
    // Only a plain move of a single piece from square to square is foreseen; a shot would look the same, but has a button.
    const plain = places.length === 2 && choice.touches.length === 2 && onBoard(from) && onBoard(to);
    if (!plain || !moving || moving.color === null || from === undefined || to === undefined)
        return { scene: quiet, put: null };
    const rest = scene.pieces.filter((piece) => piece !== moving && !(piece.at === to && piece.color !== null));
    return { scene: { ...quiet, pieces: [...rest, { ...moving, at: to }] }, put: to };
}
