/** One mistake to be corrected on the board: the player's tries, their judgement and refutation. */

import { TrialLine } from "../board/trialLine.svelte";
import { pace } from "../settings/settings.svelte";
import type { Thought } from "../wire";
import type { TurnJudgement } from "./judgement";
import { judgeKnown, judgeSearched, type TriedAction } from "./mistakes";
import { search, searchError } from "./search";
import type { Step } from "./study.svelte";

/** The game that the mistakes are from. */
export interface MistakeSource {
    /** With its options. */
    game: string;
    /** The position at its start; null for the usual one. */
    start: string | null;
    steps: Step[];
}

/** `on`: good, but the turn is not over. `same`: the mistake again. `shown`: the player gave up. */
export type TryStatus = "open" | "judging" | "on" | "good" | "wrong" | "same" | "shown";

/** The time of a search, in milliseconds, and the number of lines of a position. */
const THINK = 400;
const LINES = 3;
/** How many actions of a refutation the board shows. */
const REFUTATION = 3;

export class MistakeVisit {
    readonly line: TrialLine;
    status = $state<TryStatus>("open");
    tried = $state.raw<TriedAction | null>(null);
    errorText = $state("");
    /** The player's good actions so far. */
    #good: string[] = [];
    #events: string[];
    #game: string;
    #stop = new AbortController();
    /** The lines of the position, as far as the analysis of the game knows them. */
    #known: Pick<Thought, "seats" | "lines"> | null;
    #turn: TurnJudgement;
    #played: string | undefined;

    constructor(source: MistakeSource, turn: TurnJudgement, known: Pick<Thought, "seats" | "lines"> | null) {
        this.#game = source.game;
        this.#turn = turn;
        this.#known = known;
        this.#events = source.steps[turn.betterFrom - 1]?.events ?? [];
        this.#played = source.steps[turn.betterFrom]?.event;
        this.line = new TrialLine(source.game, source.start, (action) => void this.#try(action));
        void this.line.go([], false, this.#events);
    }

    close(): void {
        this.#stop.abort();
    }

    /** Goes back to the player's last good action. */
    again = async (): Promise<void> => {
        this.#stop.abort();
        this.status = this.#good.length > 0 ? "on" : "open";
        await this.line.go(this.#good, false, this.#events);
    };

    /** Plays the computer's line. */
    show = async (): Promise<void> => {
        this.#stop.abort();
        this.status = "shown";
        this.#good = [];
        await this.#play([], this.#turn.better.slice(0, REFUTATION));
    };

    async #try(action: string): Promise<void> {
        if (this.status !== "open" && this.status !== "on") return;
        const before = this.line.now;
        if (!before) return;
        this.#stop = new AbortController();
        const { signal } = this.#stop;
        this.status = "judging";
        this.errorText = "";
        try {
            const tried = await this.#judge(before.position, action, signal);
            if (signal.aborted) return;
            this.tried = tried;
            await (tried.good ? this.#accept(action) : this.#refute(action, tried));
        } catch (error) {
            if (signal.aborted) return;
            this.errorText = searchError(error);
            await this.again();
        }
    }

    async #judge(position: string, action: string, signal: AbortSignal): Promise<TriedAction> {
        const wanted = { game: this.#game, position, time: THINK };
        const { by: seat } = this.#turn;
        const known =
            (this.#good.length === 0 ? this.#known : null) ?? (await search({ ...wanted, lines: LINES }, signal));
        const lines = known ?? { seats: [], lines: [] };
        const judged = judgeKnown(lines, seat, action);
        if (judged) return judged;
        const found = await search({ ...wanted, lines: 1, actions: [action] }, signal);
        return judgeSearched(lines, seat, found ?? { seats: [], lines: [] });
    }

    async #accept(action: string): Promise<void> {
        this.#good = [...this.#good, action];
        await this.line.go(this.#good, true, this.#events);
        const goesOn = this.line.now?.actor === this.#turn.by && !this.line.now.ended;
        this.status = goesOn ? "on" : "good";
    }

    async #refute(action: string, { line }: TriedAction): Promise<void> {
        this.status = this.#good.length === 0 && action === this.#played ? "same" : "wrong";
        await this.#play(this.#good, [action, ...line.slice(1, REFUTATION)]);
    }

    /** Plays actions one after the other, so that the eye can follow. */
    async #play(before: string[], actions: string[]): Promise<void> {
        const { status } = this;
        for (let count = 1; count <= actions.length && this.status === status; count += 1) {
            if (count > 1) await new Promise((done) => setTimeout(done, pace()));
            if (this.status === status) await this.line.go([...before, ...actions.slice(0, count)], true, this.#events);
        }
    }
}
