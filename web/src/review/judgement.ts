/** Judges turns by the winning chances that they lost, and sums them up per player. */

import type { PrincipalVariation } from "../wire";
import type { Decision } from "./decisions";
import type { Evaluation } from "./evaluation";

/** `forced`: there was no other action. `good`: not the best one, but close to it. */
export type Grade = "best" | "forced" | "good" | "inaccuracy" | "mistake" | "blunder";
export type Fault = Extract<Grade, "inaccuracy" | "mistake" | "blunder">;

/** The loss of winning chance from which on a turn has this grade. `docs/play/review.md` tells players. */
const FAULTS: [number, Fault][] = [
    [0.3, "blunder"],
    [0.2, "mistake"],
    [0.1, "inaccuracy"],
];
/** The smallest loss that is a fault. */
export const LEAST_LOSS = 0.1;
/** The faults, the worst first. */
export const FAULT_NAMES: Fault[] = FAULTS.map(([, name]) => name);

/** A decision with the best lines before it and the chance it lost. */
export interface JudgedDecision extends Decision {
    /** The seats of `lines`' expected scores. */
    seats: string[];
    lines: PrincipalVariation[];
    evaluation: Evaluation;
    /** The loss of the acting seat's own winning chance, from 0 to 1. */
    loss: number;
    best: boolean;
    forced: boolean;
}

/** The judgement of what one player did in one turn. */
export interface TurnJudgement {
    turn: number;
    by: string;
    /** The number of steps before and after it. */
    from: number;
    to: number;
    grade: Grade;
    loss: number;
    /** The player's winning chance with the best action, and with what was played. */
    before: number;
    after: number;
    /** The better line, and the number of steps before it. Empty if nothing was better. */
    better: string[];
    betterFrom: number;
}

export const isFault = ({ grade }: TurnJudgement) => (FAULT_NAMES as Grade[]).includes(grade);

function gradeOf(loss: number, all: JudgedDecision[]): Grade {
    const fault = FAULTS.find(([least]) => loss >= least - 1e-6)?.[1];
    if (fault) return fault;
    if (all.every(({ forced }) => forced)) return "forced";
    return all.every(({ best, forced }) => best || forced) ? "best" : "good";
}

/** One judgement per turn and player. The losses of a turn's decisions add up. */
export function turnJudgements(decisions: JudgedDecision[]): TurnJudgement[] {
    const groups = new Map<string, JudgedDecision[]>();
    for (const decision of decisions) {
        const key = `${decision.turn} ${decision.by}`;
        groups.set(key, [...(groups.get(key) ?? []), decision]);
    }
    return [...groups.values()].map(judgeTurn);
}

function judgeTurn(all: JudgedDecision[]): TurnJudgement {
    const { turn, by } = all[0]!;
    const loss = Math.min(
        1,
        all.reduce((sum, decision) => sum + decision.loss, 0),
    );
    const worst = all.reduce((a, b) => (b.loss > a.loss ? b : a));
    const before = worst.evaluation.get(by) ?? 0;
    const grade = gradeOf(loss, all);
    return {
        turn,
        by,
        from: all[0]!.from,
        to: all.at(-1)!.to,
        grade,
        loss,
        before,
        after: Math.max(0, before - loss),
        better: worst.best ? [] : (worst.lines[0]?.actions ?? []),
        betterFrom: worst.from,
    };
}

/** A player's game in numbers. */
export interface Summary {
    seat: string;
    counts: Record<Fault, number>;
    /** The average loss per turn in which the player had a choice. */
    average: number;
    /** The average accuracy of these turns, from 0 to 100. */
    accuracy: number;
}

/** How fast the accuracy falls with the loss: a loss of 10 of 100 leaves 65, 20 leave 42, 30 leave 27. */
const STRICTNESS = 4.35;

/** The accuracy of a turn, from 0 to 100. `docs/play/review.md` tells players. */
export const accuracyOf = (loss: number) => 100 * Math.exp(-STRICTNESS * loss);

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** One summary per seat that was judged, in the order of the seats. */
export function summaries(seats: string[], turns: TurnJudgement[]): Summary[] {
    return seats.flatMap((seat) => {
        const own = turns.filter(({ by, grade }) => by === seat && grade !== "forced");
        if (own.length === 0) return [];
        const count = (fault: Fault) => own.filter(({ grade }) => grade === fault).length;
        return {
            seat,
            counts: { blunder: count("blunder"), mistake: count("mistake"), inaccuracy: count("inaccuracy") },
            average: mean(own.map(({ loss }) => loss)),
            accuracy: mean(own.map(({ loss }) => accuracyOf(loss))),
        };
    });
}

/** The next fault after a step, of one seat or of any; after the last one the first again. */
export function nextFault(turns: TurnJudgement[], at: number, seat?: string): TurnJudgement | null {
    const faults = turns.filter((turn) => (seat ?? turn.by) === turn.by && isFault(turn));
    return faults.find(({ to }) => to > at) ?? faults[0] ?? null;
}
