/** Menagerie's rules and computer players for JavaScript: synchronous functions over one WebAssembly module. */

import { courses, withDocuments } from "../src/local/documents";
import { Module } from "../src/local/module";
import { unpackTables } from "../src/local/tables";
import type { Game, Reach, Refused, SceneRequest, SceneResponse, Thought } from "../src/wire";

export type { Game, Reach, Refused, SceneRequest, SceneResponse, Thought };

/** What to search: the position's text, and how long. */
export interface SearchRequest {
    game: string;
    position: string;
    /** Milliseconds, from 10 to 60,000; 2,000 if left out. */
    time?: number;
    /** The number of lines, from 1 to 5. */
    lines?: number;
}

/** A call that was refused, with a code for programs and a sentence for people. */
export class RefusedError extends Error {
    readonly refused: Refused;

    constructor(refused: Refused) {
        super(refused.error);
        this.refused = refused;
    }
}

type Output = { t: string; status: number; body: string; question: object };

export class Menagerie {
    #module: Module;

    /** Use `load` instead. */
    constructor(module: Module) {
        this.#module = module;
        const texts = Object.entries(courses).map(([game, course]) => [game, JSON.stringify(course)] as const);
        module.receive({ t: "courses", courses: Object.fromEntries(texts) });
    }

    /** The games and their facts. */
    games(): Game[] {
        return this.#call("GET", "/api/games");
    }

    /** A game with its rules' text. */
    game(id: string): Game {
        return this.#call("GET", `/api/games/${encodeURIComponent(id)}`);
    }

    /** A position after some actions: its text, its picture, and the legal choices. */
    look(request: Partial<SceneRequest> & { game: string }): SceneResponse {
        return this.#call("POST", "/api/scene", { position: null, actions: [], explain: null, ...request });
    }

    /** Where the piece at a place could go on its owner's turn. */
    reach(request: { game: string; position: string; place: string }): Reach {
        return this.#call("POST", "/api/reach", request);
    }

    /** Searches until the time is over. Returns the best action; `tell` gets what was found so far. Run it in a worker. */
    search(request: SearchRequest, tell: (thought: Thought) => void = () => {}): string | null {
        const output = this.#ask("POST", "/api/analyse", { time: 2000, lines: 1, actions: [], ...request });
        if (output.t !== "analyse") throw refusal(output);
        const reply = this.#module.think(output.question, (thought) => tell(thought as Thought));
        return (reply as { action: string } | null)?.action ?? null;
    }

    /** The net that searches and the engine use for its game from now on: a file of `nets/`. Other files throw an error. */
    useNet(net: Uint8Array): void {
        this.#module.setNet(net);
    }

    /**
     * The endgame tables that searches and the engine use for their game from now on: a file of `tables/`. Other files
     * are refused with an error, and nothing changes.
     */
    async useTables(tables: Uint8Array): Promise<void> {
        this.#module.setTables(await unpackTables(tables));
    }

    /** A line of the engine's protocol (UGI or UCI). Returns the lines of the answer. A search needs a limit. */
    engine(line: string): string[] {
        return this.#module.engine(line);
    }

    #ask(method: string, path: string, body?: object): Output {
        const request = { t: "request", method, path, body: body ? JSON.stringify(body) : "" };
        return this.#module.receive(request)[0] as Output;
    }

    #call<T>(method: string, path: string, body?: object): T {
        const output = this.#ask(method, path, body);
        if (output.status !== 200) throw refusal(output);
        return JSON.parse(withDocuments(output.body)) as T;
    }
}

function refusal(output: Output): RefusedError {
    return new RefusedError(JSON.parse(output.body) as Refused);
}

/** Loads the module: from beside this file, or from the address or the bytes given. */
export async function load(
    source: URL | string | BufferSource = new URL(/* @vite-ignore */ "./menagerie.wasm", import.meta.url),
): Promise<Menagerie> {
    const isAddress = typeof source === "string" || source instanceof URL;
    const bytes = isAddress ? await bytesAt(source) : source;
    return new Menagerie(await Module.instantiate(await WebAssembly.compile(bytes)));
}

/** Also a file in Node.js, whose `fetch` reads none. */
async function bytesAt(address: URL | string): Promise<BufferSource> {
    if (!String(address).startsWith("file:")) return (await fetch(address)).arrayBuffer();
    const { readFile } = (await import(/* @vite-ignore */ String("node:fs/promises"))) as {
        readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
    };
    return readFile(new URL(address));
}
