/** Computer analysis of the position on the board, deeper and deeper for a few seconds. */

import { look } from "../api/http";
import { prefersLocal } from "../local";
import type { SceneResponse, Thought } from "../wire";
import { search, searchError } from "./search";

/** The time of a search, in milliseconds. A server allows 10 seconds at most, this browser a minute. */
const THINK = 3000;
const THINK_DEEP = 10_000;
const THINK_DEEP_HERE = 60_000;
/** The numbers of lines to choose from. */
export const LINE_COUNTS = [1, 2, 3, 4, 5];

/** What the next player would do if the player to move passed. */
export interface Threats {
    /** The position after the pass. */
    seen: SceneResponse;
    thought: Thought;
}

export class PositionAnalysis {
    on = $state(false);
    /** How many lines to search. */
    lines = $state(3);
    /** Whether to search for threats instead of the best actions. */
    threats = $state(false);
    errorText = $state("");
    /** The position that is searched for longer. */
    #deep = $state<string | null>(null);
    #thought = $state.raw<{ position: string; thought: Thought } | null>(null);
    #threats = $state.raw<{ position: string; found: Threats } | null>(null);

    /** What the engine has found in this position so far. */
    of(position: string): Thought | null {
        return this.on && !this.threats && this.#thought?.position === position ? this.#thought.thought : null;
    }

    /** What the next player threatens in this position, as far as it is known. */
    threatsIn(position: string): Threats | null {
        return this.on && this.threats && this.#threats?.position === position ? this.#threats.found : null;
    }

    isDeep = (position: string) => this.#deep === position;

    /** Searches this position again, for longer. */
    deepen(position: string): void {
        this.#deep = position;
    }

    /** Searches a position. Returns how to stop that. */
    start(game: string, position: string): () => void {
        const stop = new AbortController();
        this.errorText = "";
        const deep = prefersLocal() ? THINK_DEEP_HERE : THINK_DEEP;
        const wanted = { game, lines: this.lines, time: this.#deep === position ? deep : THINK };
        const find = this.threats ? this.#findThreats : this.#findLines;
        find(wanted, position, stop.signal).catch((error: unknown) => {
            if (!stop.signal.aborted) this.errorText = searchError(error);
        });
        return () => stop.abort();
    }

    #findLines = (wanted: Wanted, position: string, signal: AbortSignal) =>
        search({ ...wanted, position }, signal, (thought) => (this.#thought = { position, thought }));

    #findThreats = async (wanted: Wanted, position: string, signal: AbortSignal) => {
        const seen = await look({ game: wanted.game, position, actions: [], pass: true, explain: null });
        if (signal.aborted) return;
        const keep = (thought: Thought) => (this.#threats = { position, found: { seen, thought } });
        await search({ ...wanted, position: seen.position }, signal, keep);
    };
}

interface Wanted {
    game: string;
    lines: number;
    time: number;
}
