/** Computer analysis of the position on the board, deeper and deeper for a few seconds. */

import type { Thought } from "../wire";
import { search, searchError } from "./search";

/** The time of a search, in milliseconds. */
const THINK = 3000;
const LINES = 3;

export class PositionAnalysis {
    on = $state(false);
    errorText = $state("");
    #thought = $state.raw<{ position: string; thought: Thought } | null>(null);

    /** What the engine has found in this position so far. */
    of(position: string): Thought | null {
        return this.on && this.#thought?.position === position ? this.#thought.thought : null;
    }

    /** Searches a position. Returns how to stop that. */
    start(game: string, position: string): () => void {
        const stop = new AbortController();
        this.errorText = "";
        const keep = (thought: Thought) => (this.#thought = { position, thought });
        search({ game, position, lines: LINES, time: THINK }, stop.signal, keep).catch((error: unknown) => {
            if (!stop.signal.aborted) this.errorText = searchError(error);
        });
        return () => stop.abort();
    }
}
