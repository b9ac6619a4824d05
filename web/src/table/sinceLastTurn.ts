/** The actions of others since the player's last action: the board marks them, and "Replay last moves" plays them. */

import { changedPlaces } from "../board/motion";
import type { LogEntry, Place } from "../wire";
import { effectiveLog, isAction } from "./effectiveLog";
import { isVisible, type Step } from "./playback.svelte";

export interface RecentMarks {
    /** Places of the latest turn. */
    latest: Set<Place>;
    /** Places of the turns before it, since the own last action. */
    earlier: Set<Place>;
}

const effectsOf = (entry: LogEntry) => entry.happened.map(({ what }) => what);
const placesOf = (entries: LogEntry[]): Place[] => changedPlaces(entries.flatMap(effectsOf));

/**
 * The entries of others since the last action of a seat in `own`. For spectators (`own` is empty): the last round,
 * which is `seats` turns.
 */
export function sinceOwnAction(log: LogEntry[], own: string[], seats: number): LogEntry[] {
    const line = effectiveLog(log).filter((entry) => isAction(entry) || isVisible(effectsOf(entry)));
    const isOwn = ({ by }: LogEntry) => own.includes(by);
    const acted = line.findLastIndex((entry) => isAction(entry) && isOwn(entry));
    if (own.length > 0) return line.slice(acted + 1).filter((entry) => !isOwn(entry));
    const last = line.at(-1)?.turn ?? 0;
    return line.filter(({ turn }) => turn > last - seats);
}

/** The marks of a board that shows the table's log up to a version. */
export function recentMarks(log: LogEntry[], own: string[], seats: number, version = Infinity): RecentMarks {
    const shown = log.filter((entry) => entry.version <= version);
    const line = effectiveLog(shown);
    const last = line.findLast((entry) => placesOf([entry]).length > 0);
    const latest = new Set(placesOf(line.filter(({ turn }) => turn === last?.turn)));
    const before = sinceOwnAction(shown, own, seats).filter(({ turn }) => turn !== last?.turn);
    return { latest, earlier: new Set(placesOf(before).filter((place) => !latest.has(place))) };
}

/** The steps of these entries, as far back from the newest as the page has their scenes. */
export function stepsOf(entries: LogEntry[], kept: Step[]): Step[] {
    const known = new Map(kept.map((step) => [step.version, step]));
    const missing = entries.findLastIndex(({ version }) => !known.has(version));
    return entries.slice(missing + 1).map(({ version }) => known.get(version)!);
}
