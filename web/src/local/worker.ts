/** A worker with one instance of the module: the local server, or one search. */

import { Module } from "./module";

/** What the page asks a worker. */
export type ToWorker =
    | { t: "start"; compiled: WebAssembly.Module; net: Uint8Array | null; tables: Uint8Array | null }
    | { t: "input"; input: object }
    | { t: "think"; question: object };

/** What a worker answers. */
export type FromWorker =
    | { t: "started" }
    | { t: "failed"; error: string }
    | { t: "outputs"; outputs: unknown[] }
    | { t: "thought"; thought: unknown }
    | { t: "reply"; reply: unknown };

let module: Module | undefined;

const answer = (message: FromWorker) => postMessage(message);

async function take(message: ToWorker): Promise<void> {
    if (message.t === "start") {
        module = await Module.instantiate(message.compiled);
        if (message.net) module.setNet(message.net);
        if (message.tables) setTables(module, message.tables);
        return answer({ t: "started" });
    }
    if (!module) throw new Error("the worker was not started");
    if (message.t === "input") return answer({ t: "outputs", outputs: module.receive(message.input) });
    const reply = module.think(message.question, (thought) => answer({ t: "thought", thought }));
    answer({ t: "reply", reply });
}

/** A search without tables is better than none. */
function setTables(module: Module, tables: Uint8Array): void {
    try {
        module.setTables(tables);
    } catch (error) {
        console.warn(error);
    }
}

onmessage = (event: MessageEvent<ToWorker>) => {
    take(event.data).catch((error: unknown) => answer({ t: "failed", error: String(error) }));
};
