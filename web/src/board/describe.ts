/** Descriptions of pieces and places, for screen readers and tooltips. */

import type { Game, Piece, Place, Scene, Spot } from "../wire";
import { t } from "../messages";

type Facts = Pick<Game, "kinds" | "seats">;

/** `black spear, promoted`. */
export const pieceWords = (game: Facts, piece: Piece): string =>
    [pieceName(game, piece), ...piece.badges.map((badge) => badge.label)].join(", ");

/** `2 × black spear, moved by white`. */
export function pieceName(game: Facts, piece: Piece): string {
    const kind = game.kinds.find((kind) => kind.id === piece.kind)?.name ?? piece.kind;
    const colour = piece.color === null ? undefined : game.seats[piece.color]?.name;
    const name = colour ? t("board-piece-coloured", { colour, kind }) : kind;
    const counted = piece.count > 1 ? t("board-piece-counted", { count: piece.count, piece: name }) : name;
    const master = piece.controller === piece.color ? undefined : game.seats[piece.controller ?? -1]?.name;
    return master ? t("board-piece-moved-by", { piece: counted, seat: master }) : counted;
}

/** The name of a place in sentences: the first part of its label. */
export function placeName(scene: Scene, place: Place): string {
    const label = scene.spots.find((spot) => spot.id === place)?.label ?? "";
    return label.split(/, |: /)[0] || t("board-place-unknown");
}

/** `e4, black spear, can be selected`. */
export function spotWords(game: Facts, spot: Spot, pieces: Piece[], state: string): string {
    const shown = pieces.filter((piece) => piece.count > 0);
    const inside =
        shown.length > 0 ? shown.map((piece) => pieceWords(game, piece)).join("; ") : t("board-square-empty");
    return [spot.label, inside, state].filter(Boolean).join(", ");
}
