/** The engine's search of one position, for everything that shows an analysis. */

import { analyse, ServerError } from "../api/http";
import { t } from "../messages";
import type { Analyse, Thought } from "../wire";

/** The pause before the next try if the server has too much to do, in milliseconds. */
const PAUSE = 1500;

const codeOf = (error: unknown) => (error instanceof ServerError ? error.refused?.code : undefined);

/** Searches until the time is over. Returns the deepest answer; `received` gets all of them. */
export async function search(
    wanted: Analyse,
    signal: AbortSignal,
    received?: (thought: Thought) => void,
): Promise<Thought | null> {
    let deepest: Thought | null = null;
    const keep = (thought: Thought) => {
        deepest = thought;
        received?.(thought);
    };
    for (;;) {
        try {
            await analyse(wanted, keep, signal);
            return deepest;
        } catch (error) {
            if (codeOf(error) !== "too-fast" || signal.aborted) throw error;
            await pause(signal);
        }
    }
}

function pause(signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
        const timer = setTimeout(done, PAUSE);
        signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
    });
}

/** Why there is no analysis, as a sentence for players. */
export function searchError(error: unknown): string {
    const code = codeOf(error);
    if (code === "not-now") return t("review-search-chance");
    return code === "not-found" ? t("review-search-none") : (error as Error).message;
}
