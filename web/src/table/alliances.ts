/** The state of alliances, from the messages that this browser got. */

import type { Alliance } from "../wire";

/** The last message about two seats. */
export function between(alliances: Alliance[], one: string, other: string): Alliance | undefined {
    return alliances.findLast(
        (alliance) =>
            (alliance.by === one && alliance.with === other) || (alliance.by === other && alliance.with === one),
    );
}

/** The number of offers that wait for this seat's answer. */
export function offersTo(alliances: Alliance[], seat: string): number {
    const others = new Set(alliances.map(({ by }) => by).filter((by) => by !== seat));
    return [...others].filter((other) => {
        const last = between(alliances, seat, other);
        return last?.what === "offered" && last.by === other;
    }).length;
}
