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
}

export interface Reply {
    action: string;
    expected: number;
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
    const [net, values] = await Promise.all([
        inTime(loadedOnce(nets, withNet ? netUrl(question.game) : undefined)),
        inTime(loadedOnce(tables, usesTables(question.level) ? tablesUrl(question.game) : undefined, unpackTables)),
    ]);
    if (signal.aborted) return null;
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
            if (data.t === "started") ask({ t: "think", question });
            else if (data.t === "thought") tell(data.thought as Thought);
            else end(data.t === "reply" ? (data.reply as Reply | null) : null);
        };
        ask({ t: "start", compiled, net, tables: values });
    });
}
