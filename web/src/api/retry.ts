import { ServerError } from "./http";

const AGAIN = 3000;
/** Answers that will be the same every time. */
const FINAL = ["not-found", "malformed"];

const isFinal = (error: unknown) => error instanceof ServerError && FINAL.includes(error.refused?.code ?? "");

/** Asks until it is answered, and tells why it is not, or nothing once it is. Returns how to give up. */
export function persist<T>(
    ask: () => Promise<T>,
    done: (answer: T) => void,
    failed: (why: string) => void,
): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    async function go(): Promise<void> {
        try {
            const answer = await ask();
            if (wanted) (failed(""), done(answer));
        } catch (error) {
            if (!wanted) return;
            failed((error as Error).message);
            if (!isFinal(error)) timer = setTimeout(() => void go(), AGAIN);
        }
    }
    void go();
    return () => {
        wanted = false;
        clearTimeout(timer);
    };
}
