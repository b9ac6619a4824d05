/** Optimistic update: the moved piece is drawn on its target at once. Everything else waits for the server. */

import type { Choice, Place, Scene } from "../wire";

export interface OptimisticMove {
    scene: Scene;
    /** The target of the piece; null if no piece was moved. */
    put: Place | null;
}

export function optimisticScene(scene: Scene, choice: Choice): OptimisticMove {
    const quiet = { ...scene, choices: [] };
    const places = choice.touches.flatMap((touch) => (touch.touch === "button" ? [] : [touch.place]));
    const [from, to] = places;
    const moving = scene.pieces.findLast((piece) => piece.at === from && piece.count > 0);
    const onBoard = (place: Place | undefined) =>
        scene.spots.some((spot) => spot.id === place && spot.site.on === "plane");
    // Only plain moves of one piece between two squares. A shot has the same form, but needs a button.
    const plain = places.length === 2 && choice.touches.length === 2 && onBoard(from) && onBoard(to);
    if (!plain || !moving || moving.color === null || from === undefined || to === undefined)
        return { scene: quiet, put: null };
    const rest = scene.pieces.filter((piece) => piece !== moving && !(piece.at === to && piece.color !== null));
    return { scene: { ...quiet, pieces: [...rest, { ...moving, at: to }] }, put: to };
}
