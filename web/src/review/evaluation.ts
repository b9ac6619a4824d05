/** Evaluations: each seat's chance of winning, in numbers and in words. A draw counts as half a win. */

import { t } from "../messages";
import { capitalised } from "../text/format";
import type { PrincipalVariation, Thought } from "../wire";

/** The expected score of each seat, from 0 to 1. */
export type Evaluation = Map<string, number>;

/** The evaluation of one line. */
export function lineEvaluation(seats: string[], line: PrincipalVariation | undefined): Evaluation {
    return new Map(seats.map((seat, i) => [seat, line?.expected[i] ?? 0]));
}

/** The evaluation of the best line. */
export function evaluationOf({ seats, lines }: Pick<Thought, "seats" | "lines">): Evaluation {
    return lineEvaluation(seats, lines[0]);
}

/** A chance as a whole number of wins in a hundred games. */
export const winsOf100 = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100);

/** How far the leader is ahead of the next seat, from 0 to 1, and the words for at least that lead. */
const LEADS: [number, string][] = [
    [0.99, "review-evaluation-won"],
    [0.8, "review-evaluation-winning"],
    [0.5, "review-evaluation-clear"],
    [0.2, "review-evaluation-better"],
    [0.1, "review-evaluation-slight"],
    [0, "review-evaluation-even"],
];

/** `White is clearly better and wins 78 of 100.` */
export function evaluationWords(evaluation: Evaluation): string {
    const [first, second] = [...evaluation].sort(([, a], [, b]) => b - a);
    if (!first) return "";
    const lead = first[1] - (second?.[1] ?? 0);
    const key = LEADS.find(([least]) => lead >= least - 1e-6)?.[1] ?? "review-evaluation-even";
    return t(key, { player: capitalised(first[0]), wins: winsOf100(first[1]) });
}

/** `Red wins 52 of 100, Black 48.` */
export function chancesWords(evaluation: Evaluation): string {
    const [first, ...rest] = [...evaluation].map(([name, share]) => ({
        player: capitalised(name),
        wins: winsOf100(share),
    }));
    if (!first) return "";
    const others = rest.map((one) => t("review-evaluation-other", one));
    return [t("review-evaluation-first", first), ...others].join(", ");
}
