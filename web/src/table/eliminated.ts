/** The seats that are out of a match that continues. */

import type { LogEntry, Game } from "../wire";
import { effectiveLog } from "./effectiveLog";

export type Departure = "resign" | "flag" | "leave" | "eliminated";

/** Each seat that is out, with the reason: it resigned, ran out of time, left, or the game eliminated it. */
export function eliminated(game: Game, log: LogEntry[]): Map<string, Departure> {
    const out = new Map<string, Departure>();
    for (const { event, happened } of effectiveLog(log)) {
        const left = /^!(resign|flag|leave):(.+)$/.exec(event);
        if (left) out.set(left[2]!, left[1] as Departure);
        for (const { what } of happened) {
            const seat = what.effect === "eliminated" ? game.seats[what.seat]?.name : undefined;
            if (seat !== undefined && !out.has(seat)) out.set(seat, "eliminated");
        }
    }
    return out;
}
