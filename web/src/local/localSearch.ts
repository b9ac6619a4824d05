/** One search in a worker of its own. Aborting it ends the worker. */

import type { Thought } from "../wire";
import { netUrl } from "./nets";
import { tablesUrl, unpackTables, usesTables } from "./tables";
import { inTime, loadedOnce, type LoadedFiles } from "./files";
import type { FromWorker, ToWorker } from "./worker";

/** What the local server wants searched. `crates/api/src/think.rs` has all fields. */
export interface Question {
    game: string;
    level: number | null;
    /** A word for no limit; milliseconds for this action; or the clock: milliseconds left and the increment. */
    time: string | { Move: number; Clock?: undefined } | { Clock: [number, number] };
}

export interface Reply {
    action: string;
    expected: number;
}

/** No search gets less: a slow network must not cost the reply. */
const LEAST_MS = 100;

/** The question after waiting for its files, so that the reply comes as if there had been no wait. */
export function afterWaiting(question: Question, waited: number): Question {
    const { time } = question;
    const less = (millis: number) => Math.max(Math.round(millis - waited), Math.min(millis, LEAST_MS));
    if (typeof time === "string") return question;
    if (!time.Clock) return { ...question, time: { Move: less(time.Move) } };
    const [left, increment] = time.Clock;
    return { ...question, time: { Clock: [less(left), increment] } };
}

const nets: LoadedFiles = new Map();
const tables: LoadedFiles = new Map();

export function newWorker(): Worker {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/**
 * Searches until the question's time is over, with the game's net and endgame tables. Null if it found nothing or was
 * aborted.
 */
export async function localSearch(
    compiled: WebAssembly.Module,
    question: Question,
    tell: (thought: Thought) => void,
    signal: AbortSignal,
    withNet = true,
): Promise<Reply | null> {
    const began = performance.now();
    const [net, values] = await Promise.all([
        inTime(loadedOnce(nets, withNet ? netUrl(question.game) : undefined)),
        inTime(loadedOnce(tables, usesTables(question.level) ? tablesUrl(question.game) : undefined, unpackTables)),
    ]);
    if (signal.aborted) return null;
    const timed = afterWaiting(question, performance.now() - began);
    const worker = newWorker();
    const ask = (message: ToWorker) => worker.postMessage(message);
    return new Promise<Reply | null>((done) => {
        const end = (reply: Reply | null) => {
            worker.terminate();
            done(reply);
        };
        signal.addEventListener("abort", () => end(null), { once: true });
        worker.onerror = () => end(null);
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
            if (data.t === "started") ask({ t: "think", question: timed });
            else if (data.t === "thought") tell(data.thought as Thought);
            else end(data.t === "reply" ? (data.reply as Reply | null) : null);
        };
        ask({ t: "start", compiled, net, tables: values });
    });
}
