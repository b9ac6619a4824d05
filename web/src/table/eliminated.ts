/** The seats that are out of a match that goes on. */

import type { Entry } from "../wire/Entry";
import type { Game } from "../wire/Game";
import { standing } from "./standing";

export type Departure = "resign" | "flag" | "leave" | "eliminated";

/** Each seat that is out, with how it came to be: it resigned, ran out of time, left, or the game put it out. */
export function eliminated(game: Game, log: Entry[]): Map<string, Departure> {
    const out = new Map<string, Departure>();
    for (const { event, happened } of standing(log)) {
        const left = /^!(resign|flag|leave):(.+)$/.exec(event);
        if (left) out.set(left[2]!, left[1] as Departure);
        for (const { what } of happened) {
            const seat = what.effect === "eliminated" ? game.seats[what.seat]?.name : undefined;
            if (seat !== undefined && !out.has(seat)) out.set(seat, "eliminated");
        }
    }
    return out;
}
