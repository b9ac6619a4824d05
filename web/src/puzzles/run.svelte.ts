/** A run of puzzles: one puzzle, an endless run at the player's rating, a streak, or three minutes. */

import { account } from "../account/account.svelte";
import { dailyPuzzle, nextPuzzle, puzzle as onePuzzle } from "../api/puzzles";
import type { Puzzle } from "../wire";
import { addRun, addSeen, type Best, guestRating, seenPuzzles } from "./records.svelte";

/** `one`: a single puzzle by its id. */
export type Mode = "endless" | "daily" | "streak" | "timed" | "one";

/** The milliseconds of a timed run, and what a wrong answer costs. */
export const TIME = 180_000;
export const PENALTY = 10_000;
/** The ratings of the first puzzle of a streak or timed run, and how much harder the next one is. */
const EASY = 800;
const STEP: Record<Best, number> = { streak: 60, timed: 40 };
const HARDEST = 2600;

/** The mode that the third part of the address names. */
export function modeOf(part: string | null): Mode {
    if (part === null) return "endless";
    return part === "daily" || part === "streak" || part === "timed" ? part : "one";
}

export const isRun = (mode: Mode): mode is Best => mode === "streak" || mode === "timed";

/** The rating of the next puzzle; null for that of the account. */
export function nextRating(mode: Mode, solved: number, guest: number | null): number | null {
    return isRun(mode) ? Math.min(HARDEST, EASY + STEP[mode] * solved) : guest;
}

export class PuzzleRun {
    readonly game: string;
    readonly mode: Mode;
    theme = $state("");
    puzzle = $state.raw<Puzzle | null>(null);
    solved = $state(0);
    missed = $state(0);
    over = $state(false);
    errorText = $state("");
    /** The player's rating after the last result; null before the first one. */
    rating = $state<number | null>(null);
    /** The milliseconds that are left of a timed run. */
    left = $state(TIME);
    /** Whether results change a rating. */
    readonly rated: boolean;
    #id: string | null;
    #until = 0;
    #timer: ReturnType<typeof setInterval> | undefined;

    /** `part`: the third part of the address, a mode or a puzzle's id. */
    constructor(game: string, part: string | null, theme = "") {
        this.game = game;
        this.mode = modeOf(part);
        this.rated = !isRun(this.mode);
        this.theme = theme;
        this.#id = this.mode === "one" ? part : null;
    }

    /** Loads the next puzzle. */
    next = async (): Promise<void> => {
        this.errorText = "";
        try {
            const puzzle = await this.#load();
            addSeen(this.game, puzzle.id);
            this.puzzle = puzzle;
            if (this.mode === "timed" && this.#timer === undefined) this.#startClock();
        } catch (error) {
            this.errorText = (error as Error).message;
        }
    };

    /** Starts a streak or a timed run again. */
    again = (): Promise<void> => {
        this.close();
        this.solved = 0;
        this.missed = 0;
        this.left = TIME;
        this.over = false;
        this.puzzle = null;
        return this.next();
    };

    /** The end of an attempt: the first solution or the first mistake. */
    ended(solved: boolean): void {
        if (this.over) return;
        if (solved) this.solved += 1;
        else this.missed += 1;
        if (this.mode === "streak" && !solved) this.#end("streak");
        if (this.mode !== "timed") return;
        if (!solved) this.#until -= PENALTY;
        this.#tick();
        if (!this.over) void this.next();
    }

    close(): void {
        clearInterval(this.#timer);
        this.#timer = undefined;
    }

    #load(): Promise<Puzzle> {
        if (this.mode === "daily") return dailyPuzzle(this.game);
        // After a single puzzle the run goes on at the player's rating.
        const id = this.#id;
        this.#id = null;
        if (id !== null) return onePuzzle(id);
        const guest = account.name === null ? guestRating(this.game).value : null;
        const rating = nextRating(this.mode, this.solved, guest);
        return nextPuzzle(this.game, { rating, theme: this.theme, exclude: seenPuzzles(this.game) });
    }

    #startClock(): void {
        this.#until = performance.now() + TIME;
        this.#timer = setInterval(() => this.#tick(), 200);
    }

    #tick(): void {
        this.left = Math.max(0, this.#until - performance.now());
        if (this.left === 0) this.#end("timed");
    }

    #end(kind: Best): void {
        this.over = true;
        this.close();
        addRun(this.game, kind, this.solved);
    }
}
