/** The log without actions that an undo or a takeback removed. */

import type { LogEntry } from "../wire";

/** Whether an event is an action: every other event begins with an exclamation mark. */
export const isAction = ({ event }: { event: string }) => !event.startsWith("!");

/** Resignations, timeouts and departures stay; other events of the match are left out. */
export function effectiveLog(log: LogEntry[]): LogEntry[] {
    const entries: LogEntry[] = [];
    // A takeback of the first turn keeps the chance events before it.
    const dealt = Math.max(
        0,
        log.findIndex(({ by }) => by !== "chance"),
    );
    for (const entry of log) {
        if (isAction(entry) || /^!(resign|flag|leave|agree-draw):/.test(entry.event)) entries.push(entry);
        else if (entry.event === "!undo") undo(entries);
        else if (entry.back !== undefined) goBack(entries, entry.back, dealt);
    }
    return entries;
}

/** Removes the last action, if it is among the loaded entries. */
function undo(entries: LogEntry[]): void {
    const last = entries.findLastIndex(isAction);
    if (last >= 0) entries.splice(last, 1);
}

/** Removes the actions since the start of a turn. Keeps the `first` entries, and stops at a seat that left. */
function goBack(entries: LogEntry[], turn: number, first: number): void {
    while (entries.length > first && entries.at(-1)!.turn >= turn && isAction(entries.at(-1)!)) entries.pop();
}
