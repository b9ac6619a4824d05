/** Lost pieces: those that were captured or died and did not come back. */

import type { Effect, Figure, Game, Piece } from "../wire";

export function lostPieces(game: Game, effects: Effect[]): Piece[] {
    const lost = new Map<string, Piece>();
    const count = (figure: Figure, by: number) => {
        const seat = game.seats.findIndex(({ name }) => name === figure.color);
        if (seat < 0) return;
        const key = `${seat} ${figure.kind}`;
        const before = lost.get(key)?.count ?? 0;
        const piece = { at: key, kind: figure.kind, color: seat, controller: seat, size: 1, badges: [] };
        lost.set(key, { ...piece, count: Math.max(0, before + by) });
    };
    for (const effect of effects) {
        if (effect.effect === "captured" && effect.to === null) count(effect.piece, 1);
        else if (effect.effect === "died") count(effect.piece, 1);
        else if (effect.effect === "appeared") count(effect.piece, -1);
    }
    return [...lost.values()].filter((piece) => piece.count > 0).sort((a, b) => a.color! - b.color!);
}
