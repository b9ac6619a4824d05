/** From what happened to what moves: a plan that the board plays. */

import type { Effect } from "../wire/Effect";
import type { Motion } from "../wire/Motion";
import type { Piece } from "../wire/Piece";
import type { Place } from "../wire/Place";
import type { Scene } from "../wire/Scene";

/** A piece that is now at the end of its path and came along it. */
export interface Glide {
    path: Place[];
    motion: Motion;
}

export interface Plan {
    glides: Glide[];
    /** Pieces that were there and are gone. */
    ghosts: Piece[];
    /** Where something came into being. */
    born: Place[];
    /** Where something changed. */
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

/** A piece that goes on from where it came goes on with its path. */
function glide(glides: Glide[], from: Place, to: Place, motion: Motion) {
    const earlier = glides.findLast((glide) => glide.path.at(-1) === from);
    if (earlier) earlier.path.push(to);
    else glides.push({ path: [from, to], motion });
}

/** The places that the effects of a turn touched, for marking the last turn. */
export function touched(effects: Effect[]): Place[] {
    const places = new Set<Place>();
    for (const effect of effects) {
        if (effect.effect === "moved") places.add(effect.from).add(effect.to);
        else if ("at" in effect && effect.effect !== "badge") places.add(effect.at);
    }
    return [...places];
}
