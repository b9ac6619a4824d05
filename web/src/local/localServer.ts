/** The server of this browser: calls, tables and searches without a network. It starts with the first use. */

import type { Thought } from "../wire";
import { moduleUrl } from "./assets";
import { localSearch, newWorker, type Question } from "./localSearch";
import { LocalSocket } from "./localSocket";
import { savedTables, saveTable, type SavedTable } from "./tableDatabase";
import type { FromWorker, ToWorker } from "./worker";

/** An HTTP call. */
export interface LocalRequest {
    method: string;
    path: string;
    body?: string;
    token?: string;
    accept?: string;
}

/** What the local server wants. `crates/browser/src/message.rs` has the same. */
type Output =
    | { t: "answer"; id: number; status: number; body: string }
    | { t: "analyse"; id: number; question: Question }
    | { t: "message"; socket: number; text: string }
    | { t: "closed"; socket: number }
    | { t: "think"; table: string; version: number; question: Question }
    | { t: "save"; table: SavedTable }
    | { t: "wake"; at: number };

/** How often the progress of a computer player is shown, in milliseconds. */
const PROGRESS_EVERY = 300;

export class LocalServer {
    #worker: Worker;
    #compiled: WebAssembly.Module;
    #number = 0;
    #calls = new Map<number, (answer: Response | Question) => void>();
    #sockets = new Map<number, LocalSocket>();
    /** The searches of computer players, by table. */
    #searches = new Map<string, AbortController>();
    #alarm: ReturnType<typeof setTimeout> | undefined;

    private constructor(compiled: WebAssembly.Module, worker: Worker) {
        this.#compiled = compiled;
        this.#worker = worker;
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
            if (data.t === "outputs") for (const output of data.outputs) this.#do(output as Output);
        };
    }

    static async start(url: string): Promise<LocalServer> {
        const [compiled, tables] = await Promise.all([WebAssembly.compileStreaming(fetch(url)), savedTables()]);
        const worker = newWorker();
        const started = new Promise<void>((done, failed) => {
            worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
                data.t === "started" ? done() : failed(new Error(data.t === "failed" ? data.error : data.t));
            worker.onerror = () => failed(new Error("worker"));
        });
        worker.postMessage({ t: "start", compiled, net: null } satisfies ToWorker);
        await started;
        const server = new LocalServer(compiled, worker);
        server.#input({ t: "restore", tables });
        return server;
    }

    /** Answers a call as a server would. */
    async call(request: LocalRequest): Promise<Response> {
        const answer = await this.#ask(request);
        return answer instanceof Response ? answer : new Response(null, { status: 204 });
    }

    /** Analyses. The answer is a refusal, or null after the search has ended. */
    async analyse(
        request: LocalRequest,
        tell: (thought: Thought) => void,
        signal: AbortSignal,
    ): Promise<Response | null> {
        const answer = await this.#ask(request);
        if (answer instanceof Response) return answer;
        await localSearch(this.#compiled, answer, tell, signal);
        return null;
    }

    socket(table: string): LocalSocket {
        const number = (this.#number += 1);
        const socket = new LocalSocket({
            send: (text) => this.#input({ t: "message", socket: number, text }),
            close: () => {
                this.#sockets.delete(number);
                this.#input({ t: "close", socket: number });
            },
        });
        this.#sockets.set(number, socket);
        this.#input({ t: "open", socket: number, table });
        socket.opened();
        return socket;
    }

    #ask(request: LocalRequest): Promise<Response | Question> {
        const id = (this.#number += 1);
        return new Promise((done) => {
            this.#calls.set(id, done);
            this.#input({ t: "request", id, ...request });
        });
    }

    #input(input: object): void {
        this.#worker.postMessage({ t: "input", input } satisfies ToWorker);
    }

    #do(output: Output): void {
        switch (output.t) {
            case "answer":
                return this.#settle(output.id, new Response(output.body, { status: output.status }));
            case "analyse":
                return this.#settle(output.id, output.question);
            case "message":
                return this.#sockets.get(output.socket)?.received(output.text);
            case "closed":
                this.#sockets.get(output.socket)?.closed();
                this.#sockets.delete(output.socket);
                return;
            case "think":
                void this.#think(output.table, output.version, output.question);
                return;
            case "save":
                void saveTable(output.table);
                return;
            case "wake":
                clearTimeout(this.#alarm);
                this.#alarm = setTimeout(() => this.#input({ t: "tick" }), Math.max(0, output.at - Date.now()));
        }
    }

    #settle(id: number, answer: Response | Question): void {
        this.#calls.get(id)?.(answer);
        this.#calls.delete(id);
    }

    /** Searches for a computer player, in place of an earlier search of its table. */
    async #think(table: string, version: number, question: Question): Promise<void> {
        this.#searches.get(table)?.abort();
        const stop = new AbortController();
        this.#searches.set(table, stop);
        let told = performance.now();
        const tell = (thought: Thought) => {
            if (performance.now() - told < PROGRESS_EVERY) return;
            told = performance.now();
            this.#input({ t: "progress", table, version, thought });
        };
        const reply = await localSearch(this.#compiled, question, tell, stop.signal);
        if (!stop.signal.aborted) this.#input({ t: "found", table, version, reply });
    }
}

let running: Promise<LocalServer> | null = null;

/** The local server. A failed start is tried again with the next use. */
export function startLocalServer(): Promise<LocalServer> {
    if (moduleUrl === undefined) return Promise.reject(new Error("the page was built without its local server"));
    running ??= LocalServer.start(moduleUrl);
    running.catch(() => (running = null));
    return running;
}
