/**
 * The playback queue in front of the board: it shows the actions of other players one after the other, each for 0.6 s.
 * The table's store holds the present. The board draws the queue's scene until the queue is empty.
 */

import { longestPath, plan } from "../board/motion";
import { PACES } from "../settings/settings.svelte";
import type { Effect, Scene } from "../wire";

/** One action as the board plays it. */
export interface Step {
    /** The table's version after it. */
    version: number;
    turn: number;
    /** A seat's name or `chance`. */
    by: string;
    effects: Effect[];
    /** In words, for the live region. */
    words: string;
    /** The scene that the action changed. */
    before: Scene;
}

export interface PlaybackHandlers {
    /** Milliseconds per action; 0 shows every action at once. */
    pace(): number;
    /** A step begins; `queued`: it comes later than its event did. */
    play(step: Step, pace: number, queued: boolean): void;
    /** The board jumped over these steps. */
    skipped(steps: Step[]): void;
}

/** The part of an action's time for the way from one square to the next. For the rest of it the piece stands. */
const GLIDE = 0.55;
/** The part of an action's time for which the player's own action stands before the next step begins. */
const OWN_HOLD = 0.4;
/** If more steps wait, the board skips to the present. */
const MAX_WAITING = 40;
/** Steps kept for a replay. */
const MAX_KEPT = 40;

const UNSEEN: Effect["effect"][] = ["turn", "note", "ended"];

/** Whether the board, a tray or a seat looks different after these effects. */
export const isVisible = (effects: Effect[]): boolean => effects.some(({ effect }) => !UNSEEN.includes(effect));

/** Milliseconds for one piece from one square to the next. */
export const glideTime = (pace: number): number => pace * GLIDE;

export class Playback {
    /** The step that the board showed last; null before the first of a replay. */
    now = $state.raw<Step | null>(null);
    /** The newest steps of others, oldest first. */
    kept = $state.raw<Step[]>([]);
    /** When the last step of a queue was played. */
    caughtUpAt = -Infinity;
    #waiting = $state.raw<Step[]>([]);
    #replays = false;
    /** Runs while a step is held. */
    #timer: ReturnType<typeof setTimeout> | undefined;
    #handlers: PlaybackHandlers;

    /** How many steps are still to be shown. */
    left = $derived(this.#waiting.length);
    /** Whether the board is behind the table. */
    behind = $derived(this.left > 0);
    /** The scene that the board draws while it is behind, without choices; null if it is not. */
    scene = $derived.by((): Scene | null => {
        const next = this.#waiting[0];
        return next ? { ...next.before, choices: [] } : null;
    });
    /** The newest version that the board shows. */
    version = $derived(this.#waiting[0] ? this.#waiting[0].version - 1 : Infinity);

    constructor(handlers: PlaybackHandlers) {
        this.#handlers = handlers;
    }

    /** Adds the newest step. The board shows an `own` step (of a seat of this screen) at once, unless it is behind. */
    add(step: Step, own: boolean): void {
        if (!own) this.kept = [...this.kept, step].slice(-MAX_KEPT);
        const pace = this.#handlers.pace();
        const held = this.#timer !== undefined && !own && isVisible(step.effects) && pace > 0;
        if (this.behind || held) {
            this.#waiting = [...this.#waiting, step];
            if (this.left > MAX_WAITING || (pace === 0 && !this.#replays)) this.skip();
            return;
        }
        this.#play(step, pace, false);
        const time = own ? pace * OWN_HOLD : isVisible(step.effects) ? holdTime(step, pace) : 0;
        if (time > 0) this.#hold(time);
    }

    /** Plays these steps again, from the position before them. */
    replay(steps: Step[]): void {
        if (steps.length === 0) return;
        this.#replays = true;
        this.now = null;
        this.#waiting = steps;
        this.#hold(this.#pace());
    }

    /** Shows the present at once; false if the board showed it already. */
    skip(): boolean {
        const steps = this.#waiting;
        if (steps.length === 0) return false;
        this.clear();
        this.#handlers.skipped(steps);
        return true;
    }

    /** Forgets what waits: a snapshot came, or the table is left. */
    clear(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#replays = false;
        this.#waiting = [];
    }

    /** Plays the next step, with those after it that change nothing in sight. */
    #next(): void {
        this.#timer = undefined;
        const pace = this.#pace();
        if (pace === 0) return void this.skip();
        let time = 0;
        for (let step = this.#waiting[0]; step; step = this.#waiting[0]) {
            const visible = isVisible(step.effects);
            if (time > 0 && visible) break;
            if (visible) time = holdTime(step, pace);
            this.#waiting = this.#waiting.slice(1);
            this.#play(step, pace, true);
        }
        if (!this.behind) {
            this.#replays = false;
            this.caughtUpAt = performance.now();
        }
        if (time > 0) this.#hold(time);
    }

    #play(step: Step, pace: number, queued: boolean): void {
        if (isVisible(step.effects)) this.now = step;
        this.#handlers.play(step, pace, queued);
    }

    /** A replay takes its time even where moves are instant. */
    #pace(): number {
        return this.#handlers.pace() || (this.#replays ? PACES.normal : 0);
    }

    #hold(time: number): void {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#next(), time);
    }
}

/** How long a step is held: a piece that goes over several squares gets time for each. */
function holdTime(step: Step, pace: number): number {
    const squares = longestPath(plan(step.effects, step.before));
    return pace + glideTime(pace) * Math.max(0, squares - 1);
}
