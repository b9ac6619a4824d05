/** The result of a match as text, from the viewer's side. */

import { t } from "../messages";
import type { Ended } from "../wire";
import { capitalised, listed } from "../text/format";

export type Result = "won" | "lost" | "drew";

/** The result of a seat. */
export function resultOf(ended: Ended, seat: string): Result {
    const points = ended.scores.find(([name]) => name === seat)?.[1] ?? 0;
    const best = Math.max(...ended.scores.map(([, score]) => score));
    if (points === 0 || points < best) return "lost";
    return ended.scores.filter(([, score]) => score === best).length > 1 ? "drew" : "won";
}

/** The result for spectators. */
export function verdict(ended: Ended): string {
    const best = Math.max(...ended.scores.map(([, score]) => score));
    const winners = ended.scores.filter(([, score]) => score === best).map(([seat]) => seat);
    if (winners.length === 1) return t("text-result-wins", { winner: capitalised(winners[0]!) });
    return winners.length === ended.scores.length
        ? t("text-result-draw")
        : t("text-result-shared", { winners: capitalised(listed(winners)) });
}

/** The result for the player of this seat; null for spectators and shared screens. */
export function headline(ended: Ended, own: string | null): string {
    const result = own === null ? null : resultOf(ended, own);
    if (result === "won") return t("text-result-you-win");
    if (result === "lost") return t("text-result-you-lose");
    return verdict(ended);
}
