/** The part of a match's log that stands: undos and takebacks are events in it, and take others away. */

import type { Entry } from "../wire/Entry";

export const isAction = ({ event }: Entry) => !event.startsWith("!");

export function standing(log: Entry[]): Entry[] {
    const line: Entry[] = [];
    // What chance did before anybody's first turn is not taken back with that turn.
    const dealt = Math.max(
        0,
        log.findIndex(({ by }) => by !== "chance"),
    );
    for (const entry of log) {
        if (isAction(entry) || /^!(resign|flag|leave|agree-draw):/.test(entry.event)) line.push(entry);
        else if (entry.event === "!undo") line.splice(line.findLastIndex(isAction), 1);
        else if (entry.back !== undefined) goBack(line, entry.back, dealt);
    }
    return line;
}

/** Takes off the actions since a turn began, but for the first few; nobody goes back past a seat that has left. */
function goBack(line: Entry[], turn: number, first: number): void {
    while (line.length > first && line.at(-1)!.turn >= turn && isAction(line.at(-1)!)) line.pop();
}
