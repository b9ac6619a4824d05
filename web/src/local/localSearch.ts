/** One search in a worker of its own. Aborting it ends the worker. */

import type { Thought } from "../wire";
import { netUrl } from "./nets";
import { tablesUrl, unpackTables, usesTables } from "./tables";
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

const nets = new Map<string, Promise<Uint8Array | null>>();
const tables = new Map<string, Promise<Uint8Array | null>>();

/** A file that is loaded once. Null where it cannot be loaded or read: the search does without, the next one tries again. */
function loadedOnce(
    files: Map<string, Promise<Uint8Array | null>>,
    url: string | undefined,
    read: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array> = (bytes) => bytes,
): Promise<Uint8Array | null> {
    if (!url) return Promise.resolve(null);
    const found = files.get(url);
    if (found) return found;
    const loaded = fetch(url)
        .then(async (response) => {
            if (!response.ok) throw new Error(`status ${response.status}`);
            return await read(new Uint8Array(await response.arrayBuffer()));
        })
        .catch((error: unknown) => {
            console.warn(url, error);
            return null;
        });
    files.set(url, loaded);
    void loaded.then((file) => file ?? files.delete(url));
    return loaded;
}

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
        loadedOnce(nets, withNet ? netUrl(question.game) : undefined),
        loadedOnce(tables, usesTables(question.level) ? tablesUrl(question.game) : undefined, unpackTables),
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
