/** The WebAssembly module: texts go in and out through its memory. `crates/browser/src/abi.rs` is the other side. */

interface Exports extends WebAssembly.Exports {
    memory: WebAssembly.Memory;
    allocate(length: number): number;
    release(pointer: number, length: number): void;
    receive(pointer: number, length: number): bigint;
    set_net(pointer: number, length: number): number;
    set_tables(pointer: number, length: number): number;
    think(pointer: number, length: number): bigint;
    engine(pointer: number, length: number): void;
}

/** One instance of the module. Calls are synchronous: a search blocks until it ends. */
export class Module {
    #exports: Exports;
    /** Gets the lines of the search or engine command that runs. */
    #onLine: (line: string) => void = () => {};

    private constructor(exports: (host: WebAssembly.ModuleImports) => Exports) {
        this.#exports = exports({
            monotonic: () => performance.now(),
            now: () => Date.now(),
            random: (pointer: number, length: number) => {
                const bytes = new Uint8Array(length);
                crypto.getRandomValues(bytes);
                this.#bytes(pointer, length).set(bytes);
            },
            line: (pointer: number, length: number) => this.#onLine(this.#text(pointer, length)),
        });
    }

    static async instantiate(compiled: WebAssembly.Module): Promise<Module> {
        // The imports need the exports' memory, which exists only afterwards.
        let exports: Exports | undefined;
        let imports: WebAssembly.ModuleImports = {};
        const module = new Module((host) => {
            imports = host;
            return new Proxy({} as Exports, { get: (_, name) => exports![name as string] });
        });
        exports = (await WebAssembly.instantiate(compiled, { host: imports })).exports as Exports;
        return module;
    }

    /** Sends a message to the local server. Returns its answers. */
    receive(input: object): unknown[] {
        return JSON.parse(this.#taken(this.#exports.receive(...this.#given(JSON.stringify(input))))) as unknown[];
    }

    /** Sets the net that searches and the engine use for its game. Throws if it is no net of this version. */
    setNet(net: Uint8Array): void {
        if (!this.#exports.set_net(...this.#given(net)))
            throw new Error("this file is no net of a game of this version");
    }

    /**
     * Sets the endgame tables that searches and the engine use for their game: the values of a file, unpacked. Throws
     * if they are not the tables of this version.
     */
    setTables(values: Uint8Array): void {
        if (!this.#exports.set_tables(...this.#given(values)))
            throw new Error("these are not the endgame tables of a game of this version, or they are damaged");
    }

    /** Searches. `tell` gets thoughts; the reply is null if the question makes no sense. */
    think(question: object, tell: (thought: unknown) => void): unknown {
        this.#onLine = (line) => tell(JSON.parse(line));
        return JSON.parse(this.#taken(this.#exports.think(...this.#given(JSON.stringify(question)))));
    }

    /** A line of the engine's protocol (UGI, UCI). Returns the lines of the answer. */
    engine(line: string): string[] {
        const lines: string[] = [];
        this.#onLine = (said) => lines.push(said);
        this.#exports.engine(...this.#given(line));
        return lines;
    }

    #bytes(pointer: number, length: number): Uint8Array {
        return new Uint8Array(this.#exports.memory.buffer, pointer >>> 0, length);
    }

    #text(pointer: number, length: number): string {
        return new TextDecoder().decode(this.#bytes(pointer, length));
    }

    #given(data: string | Uint8Array): [number, number] {
        const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
        const pointer = this.#exports.allocate(bytes.length);
        this.#bytes(pointer, bytes.length).set(bytes);
        return [pointer, bytes.length];
    }

    /** Reads an answer, whose pointer is in the upper half of the number, and releases it. */
    #taken(answer: bigint): string {
        const pointer = Number(answer >> 32n);
        const length = Number(answer & 0xffff_ffffn);
        const text = this.#text(pointer, length);
        this.#exports.release(pointer, length);
        return text;
    }
}
