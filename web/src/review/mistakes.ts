/** Learning from mistakes: the turns that lost most, and whether another action is better. */

import type { Thought } from "../wire";
import { evaluationOf, lineEvaluation } from "./evaluation";
import { isFault, LEAST_LOSS, type TurnJudgement } from "./judgement";

/** The most mistakes of one game to practise with. */
const MOST = 6;

/** The faults of a seat for which the computer knows something better, the worst first. */
export function mistakesOf(turns: TurnJudgement[], seat: string): TurnJudgement[] {
    const own = turns.filter((turn) => turn.by === seat && isFault(turn) && turn.better.length > 0);
    return own.sort((a, b) => b.loss - a.loss).slice(0, MOST);
}

/** A tried action: the player's chance with the best action and with this one. */
export interface TriedAction {
    good: boolean;
    best: number;
    wins: number;
    /** What follows, as the computer sees it. */
    line: string[];
}

type Lines = Pick<Thought, "seats" | "lines">;

/** The judgement of an action from the lines of its position; null if none of them begins with it. */
export function judgeKnown({ seats, lines }: Lines, seat: string, action: string): TriedAction | null {
    const line = lines.find(({ actions }) => actions[0] === action);
    return line ? judged(seats, lines, seat, line) : null;
}

/** The judgement of an action from a search of that action alone. */
export function judgeSearched({ seats, lines }: Lines, seat: string, { lines: found }: Lines): TriedAction {
    return judged(seats, lines, seat, found[0]);
}

function judged(seats: string[], lines: Lines["lines"], seat: string, line: Lines["lines"][number] | undefined) {
    const best = evaluationOf({ seats, lines }).get(seat) ?? 0;
    const wins = lineEvaluation(seats, line).get(seat) ?? 0;
    return { good: best - wins < LEAST_LOSS, best, wins, line: line?.actions ?? [] };
}
