/** Why selecting a place does nothing, in a sentence, where no rule of the game has to be asked. */

import { pieceWords, placeName } from "../board/describe";
import { piecesByPlace } from "../board/geometry";
import type { Game } from "../wire/Game";
import type { Place } from "../wire/Place";
import type { Scene } from "../wire/Scene";
import { capitalised } from "../text/format";

/** What whoever selects is to the game. */
export type Standing =
    | { is: "watching" | "waiting" | "over" }
    /** Others decide; `seat` is one's own, and moves of it can be planned. */
    | { is: "planning"; seat: string; actor: string }
    | { is: "acting"; seat: string };

/** `begun`: whether an action was begun, which this place does not continue. */
export function whyNothing(game: Game, scene: Scene, place: Place, standing: Standing, begun: boolean): string {
    switch (standing.is) {
        case "watching":
            return "You are watching. Only the players move pieces.";
        case "waiting":
            return "The game begins when every seat is taken.";
        case "over":
            return "The game is over.";
    }
    const seat = game.seats.findIndex(({ name }) => name === standing.seat);
    const name = placeName(scene, place);
    const piece = piecesByPlace(scene)
        .get(place)
        ?.findLast(({ count, color }) => count > 0 && color !== null);
    if (begun && !piece) return `${capitalised(name)} is not one of the highlighted places. Select one of those.`;
    if (!piece) {
        const tray = scene.spots.find(({ id }) => id === place)?.site.on === "tray";
        return tray
            ? `${capitalised(name)} cannot be chosen now. Select what is highlighted.`
            : `There is no piece of yours on ${name}. Select a highlighted piece first.`;
    }
    if (piece.controller !== seat) {
        const owner = capitalised(game.seats[piece.controller ?? piece.color ?? -1]?.name ?? "Nobody");
        return standing.is === "acting"
            ? `That is ${owner}'s piece. It is your turn: move a ${standing.seat} one.`
            : `That is ${owner}'s piece, and it is ${capitalised(standing.actor)}'s turn. You can plan a move of your own.`;
    }
    return `The ${pieceWords(game, piece)} can do nothing now. Select what is highlighted.`;
}
