/** What stands between two seats, as far as one knows. */

import type { Alliance } from "../wire/Alliance";

/** The last thing that happened between two seats. */
export function between(alliances: Alliance[], one: string, other: string): Alliance | undefined {
    return alliances.findLast(
        (alliance) =>
            (alliance.by === one && alliance.with === other) || (alliance.by === other && alliance.with === one),
    );
}

/** How many wait for an answer of this seat. */
export function offersTo(alliances: Alliance[], seat: string): number {
    const others = new Set(alliances.map(({ by }) => by).filter((by) => by !== seat));
    return [...others].filter((other) => {
        const last = between(alliances, seat, other);
        return last?.what === "offered" && last.by === other;
    }).length;
}
