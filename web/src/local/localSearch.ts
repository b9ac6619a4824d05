/** One search in a worker of its own. Aborting it ends the worker. */

import type { Thought } from "../wire";
import { netUrl } from "./nets";
import type { FromWorker, ToWorker } from "./worker";

/** What the local server wants searched. `crates/api/src/think.rs` has all fields. */
export interface Question {
    game: string;
}

export interface Reply {
    action: string;
    expected: number;
}

const nets = new Map<string, Promise<Uint8Array | null>>();

/** A game's net. Null for a game without one, and where it cannot be loaded: the search then does without. */
function netOf(game: string): Promise<Uint8Array | null> {
    const url = netUrl(game);
    if (!url) return Promise.resolve(null);
    const found = nets.get(url);
    if (found) return found;
    const loaded = fetch(url)
        .then(async (response) => (response.ok ? new Uint8Array(await response.arrayBuffer()) : null))
        .catch(() => null);
    nets.set(url, loaded);
    void loaded.then((net) => net ?? nets.delete(url));
    return loaded;
}

export function newWorker(): Worker {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/** Searches until the question's time is over, with the net of the game. Null if it found nothing or was aborted. */
export async function localSearch(
    compiled: WebAssembly.Module,
    question: Question,
    tell: (thought: Thought) => void,
    signal: AbortSignal,
    withNet = true,
): Promise<Reply | null> {
    const net = withNet ? await netOf(question.game) : null;
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
        ask({ t: "start", compiled, net });
    });
}
