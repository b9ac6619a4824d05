/** Groups the log into turns, as text. */

import { t } from "../messages";
import type { LogEntry } from "../wire";
import { sentence } from "../text/format";

/** An entry as text. */
export interface TurnEntry {
    version: number;
    event: string;
    words: string[];
    /** A random event: the log shows it only with the effects of its turn. */
    chance: boolean;
}

export interface Turn {
    number: number;
    by: string;
    entries: TurnEntry[];
    /** The whole turn as sentences. */
    words: string;
}

/** Groups entries by turn. Effects that only pass the turn have no text. `text`: how an event is written. */
export function turnsOf(log: LogEntry[], text: (event: string) => string = (event) => eventText(event)): Turn[] {
    const turns: Turn[] = [];
    for (const entry of log) {
        const words = entry.happened.filter(({ what }) => what.effect !== "turn").map(({ words }) => words);
        const shown = { version: entry.version, event: text(entry.event), words, chance: entry.by === "chance" };
        const last = turns.at(-1);
        if (last?.number === entry.turn) {
            last.entries.push(shown);
            if (last.by === "chance") last.by = entry.by;
        } else turns.push({ number: entry.turn, by: entry.by, entries: [shown], words: "" });
    }
    for (const turn of turns)
        turn.words = turn.entries
            .flatMap((entry) => entry.words)
            .map(sentence)
            .join(" ");
    return turns;
}

/** What players do besides acting: the messages with the seat's name. */
const DEEDS = {
    resign: "table-log-resign",
    flag: "table-log-flag",
    leave: "table-log-leave",
    "offer-draw": "table-log-offer-draw",
    "agree-draw": "table-log-agree-draw",
    "decline-draw": "table-log-decline-draw",
    "offer-takeback": "table-log-offer-takeback",
    "agree-takeback": "table-log-agree-takeback",
    "decline-takeback": "table-log-decline-takeback",
} as const;

/** An event for the log: `!resign:white` becomes `white resigns`, `@h2` becomes `h2`, `plane:hell` becomes `plane hell`. */
export function eventText(event: string): string {
    if (event === "@?") return t("table-log-secret");
    const [deed, seat] = event.slice(1).split(":");
    if (event.startsWith("!") && seat && deed! in DEEDS) return t(DEEDS[deed as keyof typeof DEEDS], { seat });
    return event.replace(/^[!@]/, "").replaceAll(/[:@-]/g, " ");
}
