/** Retries of requests that a screen cannot do without. */

import { ServerError } from "./http";

/** In milliseconds. */
const PAUSE = 3000;
/** Refusals that a retry cannot change. */
const FINAL = ["not-found", "malformed"];

const isFinal = (error: unknown) => error instanceof ServerError && FINAL.includes(error.refused?.code ?? "");

/** Calls `ask` every 3 seconds until it succeeds or the refusal is final. `failed` gets the error, then "". Returns how to stop. */
export function retry<T>(ask: () => Promise<T>, done: (answer: T) => void, failed: (why: string) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    async function go(): Promise<void> {
        try {
            const answer = await ask();
            if (wanted) (failed(""), done(answer));
        } catch (error) {
            if (!wanted) return;
            failed((error as Error).message);
            if (!isFinal(error)) timer = setTimeout(() => void go(), PAUSE);
        }
    }
    void go();
    return () => {
        wanted = false;
        clearTimeout(timer);
    };
}
