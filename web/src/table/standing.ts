/** The part of a match's log that stands: undos and takebacks are events in it, and take others away. */

import type { Entry } from "../wire/Entry";

export function standing(log: Entry[]): Entry[] {
    const line: Entry[] = [];
    const rest: Entry[] = [];
    let wanted: number | null = null;
    for (const entry of log) {
        const { event } = entry;
        if (!event.startsWith("!")) line.push(entry);
        else if (event === "!undo") line.pop();
        else if (event.startsWith("!offer-takeback:")) wanted = Number(event.split(":")[2]);
        else if (event.startsWith("!agree-takeback:") && wanted !== null) {
            while (line.length > 0 && line.at(-1)!.turn >= wanted) line.pop();
        } else if (/^!(resign|flag|leave|agree-draw):/.test(event)) rest.push(entry);
    }
    return [...line, ...rest];
}
