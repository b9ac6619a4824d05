/** Animation plans: which pieces glide, vanish, appear or change, from a list of effects. */

import type { Effect, Motion, Piece, Place, Scene } from "../wire";

/** A piece that moved along a path and is now at its end. */
export interface Glide {
    path: Place[];
    motion: Motion;
}

export interface Plan {
    glides: Glide[];
    /** Pieces that left the board. */
    ghosts: Piece[];
    /** Where a piece appeared. */
    born: Place[];
    /** Where a piece changed. */
    changed: Place[];
}

export function plan(effects: Effect[], before: Scene): Plan {
    const made: Plan = { glides: [], ghosts: [], born: [], changed: [] };
    const gone = new Set<Piece>();
    const leave = (at: Place, kind: string) => {
        const piece = before.pieces.findLast((piece) => piece.at === at && piece.kind === kind && !gone.has(piece));
        if (!piece) return;
        gone.add(piece);
        made.ghosts.push(piece);
    };
    for (const effect of effects) {
        switch (effect.effect) {
            case "moved":
                glide(made.glides, effect.from, effect.to, effect.motion);
                break;
            case "captured":
                if (effect.to) glide(made.glides, effect.at, effect.to, "Carried");
                else leave(effect.at, effect.piece.kind);
                break;
            case "died":
            case "vanished":
                leave(effect.at, effect.piece.kind);
                break;
            case "appeared":
            case "revealed":
                made.born.push(effect.at);
                break;
            case "became":
            case "badge":
                made.changed.push(effect.at);
                break;
        }
    }
    return made;
}

/** A second move of the same piece extends its path. */
function glide(glides: Glide[], from: Place, to: Place, motion: Motion) {
    const earlier = glides.findLast((glide) => glide.path.at(-1) === from);
    if (earlier) earlier.path.push(to);
    else glides.push({ path: [from, to], motion });
}

/** The number of squares on the longest path of a piece; 0 if nothing moves. */
export function longestPath({ glides }: Plan): number {
    return Math.max(0, ...glides.map(({ path }) => path.length - 1));
}

/** The places that effects changed, for the highlight of the last turn. */
export function changedPlaces(effects: Effect[]): Place[] {
    const places = new Set<Place>();
    for (const effect of effects) {
        if (effect.effect === "moved") places.add(effect.from).add(effect.to);
        else if ("at" in effect && effect.effect !== "badge") places.add(effect.at);
    }
    return [...places];
}
