/** The server of this browser: calls, tables and searches without a network. It starts with the first use. */

import type { Thought } from "../wire";
import { moduleUrl } from "./assets";
import { localSearch, newWorker, type Question, type Reply } from "./localSearch";
import { LocalSocket } from "./localSocket";
import { gamesOfCall, loadPuzzles } from "./puzzles";
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
/** The pause before a search that failed is tried again, in milliseconds. */
const RETRY_AFTER = 1000;

type Documents = typeof import("./documents");

export class LocalServer {
    #worker: Worker;
    #compiled: WebAssembly.Module;
    #documents: Documents;
    #number = 0;
    /** The games whose puzzles the module has. */
    #puzzles = new Set<string>();
    #calls = new Map<number, (answer: Response | Question) => void>();
    #sockets = new Map<number, LocalSocket>();
    /** The searches of computer players, by table. */
    #searches = new Map<string, { version: number; stop: AbortController }>();
    #alarm: ReturnType<typeof setTimeout> | undefined;
    /** Tells the other tabs what was saved, so that all show the same table. */
    #tabs = new BroadcastChannel("menagerie.tables");

    private constructor(compiled: WebAssembly.Module, worker: Worker, documents: Documents, failed: () => void) {
        this.#compiled = compiled;
        this.#worker = worker;
        this.#documents = documents;
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
            if (data.t === "outputs") for (const output of data.outputs) this.#do(output as Output);
            else if (data.t === "failed") (this.#end(), failed());
        };
        this.#tabs.onmessage = ({ data }: MessageEvent<SavedTable>) => this.#changedElsewhere(data);
    }

    /** `failed` is called when the worker has broken down. Its tables are as they were saved. */
    static async start(url: string, failed: () => void): Promise<LocalServer> {
        const [compiled, documents, tables] = await Promise.all([
            WebAssembly.compileStreaming(fetch(url)),
            import("./documents"),
            savedTables(),
        ]);
        const worker = newWorker();
        const started = new Promise<void>((done, failed) => {
            worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
                data.t === "started" ? done() : failed(new Error(data.t === "failed" ? data.error : data.t));
            worker.onerror = () => failed(new Error("worker"));
        });
        worker.postMessage({ t: "start", compiled, net: null, tables: null } satisfies ToWorker);
        await started;
        const server = new LocalServer(compiled, worker, documents, failed);
        const courses = Object.entries(documents.courses).map(([game, course]) => [game, JSON.stringify(course)]);
        server.#input({ t: "courses", courses: Object.fromEntries(courses) as object });
        server.#restore(tables);
        return server;
    }

    /** Answers a call as a server would. */
    async call(request: LocalRequest): Promise<Response> {
        await this.#loadPuzzles(request.path);
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

    /** Passes the puzzles that a call is about to the module, once. */
    async #loadPuzzles(path: string): Promise<void> {
        const missing = gamesOfCall(path).filter((game) => !this.#puzzles.has(game));
        await Promise.all(
            missing.map(async (game) => {
                const found = await loadPuzzles(game, this.#documents.documents);
                if (!found || this.#puzzles.has(game)) return;
                this.#puzzles.add(game);
                this.#input(found);
            }),
        );
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
            case "answer": {
                const body = this.#documents.withDocuments(output.body);
                return this.#settle(output.id, new Response(body, { status: output.status }));
            }
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
                void this.#save(output.table);
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

    /** Saves a table. If another tab was first, its table replaces this one. */
    async #save(table: SavedTable): Promise<void> {
        const other = await saveTable(table);
        if (other) this.#restore([other], true);
        else this.#tabs.postMessage(table);
    }

    #restore(tables: SavedTable[], replace = false): void {
        this.#input({ t: "restore", tables: tables.map((table) => JSON.stringify(table)), replace });
    }

    /** Another tab has saved a table. */
    #changedElsewhere(table: SavedTable): void {
        const search = this.#searches.get(table.id);
        if (search && search.version < table.events.length) search.stop.abort();
        this.#restore([table]);
    }

    /** Searches for a computer player, in place of an earlier search of its table. */
    async #think(table: string, version: number, question: Question): Promise<void> {
        this.#searches.get(table)?.stop.abort();
        const stop = new AbortController();
        this.#searches.set(table, { version, stop });
        let told = performance.now();
        const tell = (thought: Thought) => {
            if (performance.now() - told < PROGRESS_EVERY) return;
            told = performance.now();
            this.#input({ t: "progress", table, version, thought });
        };
        const reply = await alone(table, stop.signal, () => this.#searched(question, tell, stop.signal));
        if (!stop.signal.aborted) this.#input({ t: "found", table, version, reply });
    }

    /** The reply of a search. A search that fails is tried again without its net; the local server asks once more after that. */
    async #searched(question: Question, tell: (thought: Thought) => void, signal: AbortSignal): Promise<Reply | null> {
        const reply =
            (await localSearch(this.#compiled, question, tell, signal)) ??
            (await localSearch(this.#compiled, question, tell, signal, false));
        if (!reply && !signal.aborted) await new Promise((done) => setTimeout(done, RETRY_AFTER));
        return reply;
    }

    /** The worker has broken down: nobody waits for it any longer, and connections are made again. */
    #end(): void {
        this.#worker.terminate();
        this.#tabs.close();
        clearTimeout(this.#alarm);
        for (const { stop } of this.#searches.values()) stop.abort();
        for (const id of [...this.#calls.keys()]) this.#settle(id, new Response(null, { status: 500 }));
        for (const socket of this.#sockets.values()) socket.closed();
        this.#sockets.clear();
    }
}

/** Searches for a table in one tab at a time, where the browser has locks. */
function alone(table: string, signal: AbortSignal, search: () => Promise<Reply | null>): Promise<Reply | null> {
    if (!("locks" in navigator)) return search();
    const asked = navigator.locks.request(`menagerie.search.${table}`, { signal }, search);
    return (asked as Promise<Reply | null>).catch(() => null);
}

let running: Promise<LocalServer> | null = null;

/** The local server. A failed start is tried again with the next use. */
export function startLocalServer(): Promise<LocalServer> {
    if (moduleUrl === undefined) return Promise.reject(new Error("the page was built without its local server"));
    running ??= LocalServer.start(moduleUrl, () => (running = null));
    running.catch(() => (running = null));
    return running;
}
