/** How a match ended, in the words of whoever looks. */

import type { Ended } from "../wire/Ended";
import { capitalised, listed } from "../text/format";

export type Result = "won" | "lost" | "drew";

/** What a seat got. */
export function resultOf(ended: Ended, seat: string): Result {
    const points = ended.scores.find(([name]) => name === seat)?.[1] ?? 0;
    const best = Math.max(...ended.scores.map(([, score]) => score));
    if (points === 0 || points < best) return "lost";
    return ended.scores.filter(([, score]) => score === best).length > 1 ? "drew" : "won";
}

/** Who won, to everybody. */
export function verdict(ended: Ended): string {
    const best = Math.max(...ended.scores.map(([, score]) => score));
    const winners = ended.scores.filter(([, score]) => score === best).map(([seat]) => seat);
    if (winners.length === 1) return `${capitalised(winners[0]!)} wins`;
    return winners.length === ended.scores.length ? "A draw" : `${capitalised(listed(winners))} share the win`;
}

/** The same to a person who holds this seat; nobody's seat for spectators and shared screens. */
export function headline(ended: Ended, own: string | null): string {
    const result = own === null ? null : resultOf(ended, own);
    if (result === "won") return "You win";
    if (result === "lost") return "You lose";
    return verdict(ended);
}
