/** A board in words, for screen readers and tooltips. */

import type { Game } from "../wire/Game";
import type { Piece } from "../wire/Piece";
import type { Place } from "../wire/Place";
import type { Scene } from "../wire/Scene";
import type { Spot } from "../wire/Spot";

/** `black spear, promoted`. */
export function pieceWords(game: Game, piece: Piece): string {
    const kind = game.kinds.find((kind) => kind.id === piece.kind)?.name ?? piece.kind;
    const colour = piece.color === null ? "" : `${game.seats[piece.color]?.name ?? ""} `;
    const count = piece.count > 1 ? `${piece.count} × ` : "";
    const master =
        piece.controller !== piece.color && piece.controller !== null
            ? `, moved by ${game.seats[piece.controller]?.name}`
            : "";
    return [`${count}${colour}${kind}${master}`, ...piece.badges.map((badge) => badge.label)].join(", ");
}

/** What sentences call a place: the beginning of its label. */
export function placeName(scene: Scene, place: Place): string {
    const label = scene.spots.find((spot) => spot.id === place)?.label ?? "";
    return label.split(/, |: /)[0] || "that place";
}

/** `e4, black spear, can be chosen`. */
export function spotWords(game: Game, spot: Spot, pieces: Piece[], state: string): string {
    const shown = pieces.filter((piece) => piece.count > 0);
    const inside = shown.length > 0 ? shown.map((piece) => pieceWords(game, piece)).join("; ") : "empty";
    return [spot.label, inside, state].filter(Boolean).join(", ");
}
