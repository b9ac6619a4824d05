/** The log in turns, in words. */

import type { Entry } from "../wire/Entry";
import { sentence } from "../text/format";

/** An entry as it is told. */
export interface Told {
    version: number;
    event: string;
    words: string[];
}

export interface Turn {
    number: number;
    by: string;
    entries: Told[];
    /** The whole turn as sentences. */
    words: string;
}

/** Effects that say only that the game goes on are left out of the words. */
export function turnsOf(log: Entry[]): Turn[] {
    const turns: Turn[] = [];
    for (const entry of log) {
        const words = entry.happened.filter(({ what }) => what.effect !== "turn").map(({ words }) => words);
        const told = { version: entry.version, event: plain(entry.event), words };
        const last = turns.at(-1);
        if (last?.number === entry.turn) {
            last.entries.push(told);
            if (last.by === "chance") last.by = entry.by;
        } else turns.push({ number: entry.turn, by: entry.by, entries: [told], words: "" });
    }
    for (const turn of turns)
        turn.words = turn.entries
            .flatMap((entry) => entry.words)
            .map(sentence)
            .join(" ");
    return turns;
}

/** An event in short: `a3a4`; `!resign:white` as `resign white`, `@h2` as `h2`, `plane:hell` as `plane hell`. */
export function plain(event: string): string {
    if (event === "@?") return "secret";
    return event.replace(/^[!@]/, "").replaceAll(/[:@-]/g, " ");
}
