/** Analysis of a whole game: the engine judges every decision, one after the other. */

import { look } from "../api/http";
import type { Ended, Thought } from "../wire";
import type { Decision } from "./decisions";
import { type Evaluation, evaluationOf, lineEvaluation } from "./evaluation";
import { type JudgedDecision, turnJudgements } from "./judgement";
import { search, searchError } from "./search";
import type { Step } from "./study.svelte";

/** The game to analyse. */
export interface AnalysedGame {
    /** With its options. */
    game: string;
    /** The position at its start; null for the usual one. */
    start: string | null;
    steps: Step[];
    decisions: Decision[];
    ended: Ended | null;
}

/** A position of the game with its evaluation. */
export interface EvaluatedPoint {
    /** The number of steps before it. */
    step: number;
    evaluation: Evaluation;
}

/** The lines per position: the best action and two alternatives. */
const LINES = 3;
/** The time of a search, in milliseconds: all actions of a position, and the played action alone. */
const THINK = 300;
const THINK_PLAYED = 150;

export class GameAnalysis {
    judged = $state.raw<JudgedDecision[]>([]);
    running = $state(false);
    errorText = $state("");
    /** Whether every decision was judged. */
    complete = $state(false);
    #end = $state.raw<EvaluatedPoint | null>(null);
    #stop = new AbortController();

    turns = $derived(turnJudgements(this.judged));
    points = $derived<EvaluatedPoint[]>([
        ...this.judged.map(({ from, evaluation }) => ({ step: from, evaluation })),
        ...(this.#end ? [this.#end] : []),
    ]);

    /** What the engine found in the position after this many steps. */
    at(step: number): Pick<Thought, "seats" | "lines"> | null {
        return this.judged.find(({ from }) => from === step) ?? null;
    }

    async start(game: AnalysedGame): Promise<void> {
        this.stop();
        this.#stop = new AbortController();
        const { signal } = this.#stop;
        this.judged = [];
        this.#end = null;
        this.complete = false;
        this.errorText = "";
        this.running = true;
        try {
            for (const decision of game.decisions) {
                const judged = await judge(game, decision, signal);
                if (signal.aborted) return;
                if (judged) this.judged = [...this.judged, judged];
            }
            this.#end = await endOf(game, signal);
            this.complete = !signal.aborted;
        } catch (error) {
            if (!signal.aborted) this.errorText = searchError(error);
        } finally {
            if (!signal.aborted) this.running = false;
        }
    }

    stop(): void {
        this.#stop.abort();
        this.running = false;
    }
}

const positionAt = ({ game, start, steps }: AnalysedGame, step: number) =>
    look({ game, position: start, events: steps[step - 1]?.events ?? [], actions: [], explain: null });

/**
 * The value of a decision is that of its last action, searched from what the player knew before it. So neither luck nor
 * hidden information that came to light later counts. Null if the position has no analysis.
 */
async function judge(game: AnalysedGame, decision: Decision, signal: AbortSignal): Promise<JudgedDecision | null> {
    const before = await positionAt(game, decision.from);
    if (signal.aborted || before.actor !== decision.by) return null;
    const wanted = { game: game.game, position: before.position, lines: LINES, time: THINK };
    const thought = await search(wanted, signal);
    if (!thought?.lines.length) return null;
    const evaluation = evaluationOf(thought);
    const { seats, lines } = thought;
    const best = lines[0]!.actions.every((action, i) => i >= decision.actions.length || action === decision.actions[i]);
    const forced = before.scene.choices.length === 1 && decision.actions.length === 1;
    const judged = { ...decision, seats, lines, evaluation, best, forced, loss: 0 };
    if (best || forced) return judged;
    const value = await playedValue(game, judged, before.position, signal);
    return { ...judged, loss: Math.max(0, (evaluation.get(decision.by) ?? 0) - value) };
}

/** The acting seat's chance with what it played: from a line that is known already, or from a search of that action. */
async function playedValue(
    game: AnalysedGame,
    { actions, by, to, seats, lines, evaluation }: JudgedDecision,
    position: string,
    signal: AbortSignal,
): Promise<number> {
    const known = actions.length === 1 ? lines.find((line) => line.actions[0] === actions[0]) : undefined;
    if (known) return lineEvaluation(seats, known).get(by) ?? 0;
    const last = actions.length === 1 ? position : (await positionAt(game, to - 1)).position;
    const wanted = { game: game.game, position: last, lines: 1, time: THINK_PLAYED, actions: [actions.at(-1)!] };
    const thought = await search(wanted, signal);
    return (thought && evaluationOf(thought).get(by)) ?? evaluation.get(by) ?? 0;
}

/** The last position: the result, or its evaluation if the game goes on. */
async function endOf(game: AnalysedGame, signal: AbortSignal): Promise<EvaluatedPoint | null> {
    const step = game.steps.length;
    if (game.ended) return { step, evaluation: new Map(game.ended.scores) };
    const { actor, position, seats } = await positionAt(game, step);
    if (signal.aborted || !seats.includes(actor)) return null;
    const thought = await search({ game: game.game, position, lines: 1, time: THINK }, signal);
    return thought && { step, evaluation: evaluationOf(thought) };
}
