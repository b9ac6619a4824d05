/** The WebSocket of a table: it comes back by itself, and knows which of its messages were answered. */

import type { FromClient } from "../wire/FromClient";
import type { Refused } from "../wire/Refused";
import type { ToClient } from "../wire/ToClient";
import { wait } from "./backoff";

export type Link = "connecting" | "open" | "lost";
/** `act` without its `ack`, and so on. */
export type Asking = FromClient extends infer Message
    ? Message extends { ack: number }
        ? Omit<Message, "ack">
        : never
    : never;

const PING_EVERY = 10_000;
/** Silence for longer than this means that the line is dead, whatever the browser believes. */
const DEAD_AFTER = 25_000;

export interface Listener {
    heard(message: ToClient): void;
    linked(link: Link): void;
    /** The last version that was seen. */
    version(): number | null;
}

export class TableSocket {
    #url: string;
    #tokens: string[];
    #listener: Listener;
    /** By this the server knows us again on the next connection, and does nothing twice. */
    #client = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
    #socket: WebSocket | null = null;
    #tries = 0;
    #ack = 0;
    #asked = new Map<number, { message: FromClient; done(refused: Refused | null): void }>();
    #retry: ReturnType<typeof setTimeout> | undefined;
    #pulse: ReturnType<typeof setInterval> | undefined;
    #lastHeard = 0;
    #closed = false;

    constructor(url: string, tokens: string[], listener: Listener) {
        this.#url = url;
        this.#tokens = tokens;
        this.#listener = listener;
        // Numbers of an earlier visit were answered already: begin where none of them can lie.
        this.#ack = Math.floor(Math.random() * 1_000_000) * 1000;
        this.#open();
        addEventListener("online", this.#now);
        addEventListener("offline", this.#cut);
    }

    /** Sends something and tells how it was answered: null for done. */
    ask(message: Asking): Promise<Refused | null> {
        const ack = (this.#ack += 1);
        // What is offered or claimed is about what was seen.
        const seen = message.t === "offer" || message.t === "decline" || message.t === "claim";
        const whole = { ...message, ack, ...(seen && { at: this.#listener.version() ?? 0 }) } as FromClient;
        return new Promise((done) => {
            this.#asked.set(ack, { message: whole, done });
            this.#send(whole);
        });
    }

    close(): void {
        this.#closed = true;
        clearTimeout(this.#retry);
        clearInterval(this.#pulse);
        removeEventListener("online", this.#now);
        removeEventListener("offline", this.#cut);
        this.#socket?.close();
        this.#socket = null;
    }

    /** There is a line again: a try that began before it came is not waited for. */
    #now = (): void => {
        if (this.#socket?.readyState === WebSocket.OPEN || this.#closed) return;
        clearTimeout(this.#retry);
        this.#socket?.close();
        this.#open();
    };

    /** The line is gone before the socket knows it: its closing handshake would be waited for in vain. */
    #cut = (): void => {
        const socket = this.#socket;
        if (!socket) return;
        this.#lost(socket);
        socket.close();
    };

    /** What an older socket still has to say does not count. */
    #open(): void {
        const socket = new WebSocket(this.#url);
        const current = () => socket === this.#socket;
        this.#socket = socket;
        socket.onopen = () => current() && this.#opened();
        socket.onmessage = (event) => current() && this.#heard(JSON.parse(event.data as string) as ToClient);
        socket.onclose = () => this.#lost(socket);
    }

    #opened(): void {
        this.#lastHeard = Date.now();
        const since = this.#listener.version();
        this.#send({ t: "hello", tokens: this.#tokens, since, form: "scene", client: this.#client });
        // What was not answered is sent again: the server does nothing twice.
        for (const { message } of this.#asked.values()) this.#send(message);
        clearInterval(this.#pulse);
        this.#pulse = setInterval(() => this.#beat(), PING_EVERY);
        this.#listener.linked("open");
    }

    #beat(): void {
        if (Date.now() - this.#lastHeard > DEAD_AFTER) this.#cut();
        else this.#send({ t: "ping", n: 0 });
    }

    #heard(message: ToClient): void {
        this.#lastHeard = Date.now();
        // A server that refuses to talk at all is not asked again and again without a pause.
        if (message.t !== "refused" || message.ack !== null) this.#tries = 0;
        if (message.t === "done") this.#answered(message.ack, null);
        else if (message.t === "refused" && message.ack !== null)
            this.#answered(message.ack, { code: message.code, error: message.error, rule: message.rule });
        this.#listener.heard(message);
    }

    #answered(ack: number, refused: Refused | null): void {
        this.#asked.get(ack)?.done(refused);
        this.#asked.delete(ack);
    }

    #lost(socket: WebSocket): void {
        if (socket !== this.#socket) return;
        this.#socket = null;
        clearInterval(this.#pulse);
        this.#listener.linked("lost");
        this.#retry = setTimeout(() => this.#open(), wait(this.#tries++));
    }

    #send(message: FromClient): void {
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    }
}

export function socketUrl(table: string): string {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
}
