/** The part of a match's log that stands: undos and takebacks are events in it, and take others away. */

import type { Entry } from "../wire/Entry";

export const isAction = ({ event }: Entry) => !event.startsWith("!");

export function standing(log: Entry[]): Entry[] {
    const line: Entry[] = [];
    let wanted = Infinity;
    for (const entry of log) {
        const { event } = entry;
        if (isAction(entry) || /^!(resign|flag|leave|agree-draw):/.test(event)) line.push(entry);
        else if (event === "!undo") line.splice(line.findLastIndex(isAction), 1);
        else if (event.startsWith("!offer-takeback:")) wanted = Number(event.split(":")[2]);
        // Where several must agree, only the last one's word takes anything back: it is told what.
        if (/^!(offer|agree)-takeback:/.test(event) && entry.happened.length > 0)
            while (line.length > 0 && line.at(-1)!.turn >= wanted && isAction(line.at(-1)!)) line.pop();
    }
    return line;
}
