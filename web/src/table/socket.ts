/** The WebSocket of a table: reconnects with backoff, sends heartbeats, and repeats messages without an acknowledgement. */

import type { ViewFormat, FromClient, Refused, ToClient } from "../wire";
import { backoff } from "./backoff";
import { local } from "../local";
import { isLocalTable } from "../local/ids";
import { localConnection } from "../local/localSocket";
import { BY_SESSION } from "./seatTokens";

export type ConnectionState = "connecting" | "open" | "lost";
/** A message that needs an acknowledgement, without its `ack`. */
export type ClientRequest = FromClient extends infer Message
    ? Message extends { ack: number }
        ? Omit<Message, "ack">
        : never
    : never;

const PING_EVERY = 10_000;
/** Heartbeat timeout: a ping without an answer for this long means that the connection is lost, whatever the browser says. */
const PONG_WITHIN = 15_000;

export interface SocketListener {
    received(message: ToClient): void;
    connectionChanged(state: ConnectionState): void;
    /** The newest version that was received. */
    version(): number | null;
}

export class TableSocket {
    #url: string;
    #tokens: string[];
    #listener: SocketListener;
    #form: ViewFormat;
    /** Identifies this client after a reconnect. With `ack` it is the idempotency key of a message. */
    #client = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
    #socket: Connection | null = null;
    #tries = 0;
    #ack = 0;
    #pending = new Map<number, { message: FromClient; done(refused: Refused | null): void }>();
    #retry: ReturnType<typeof setTimeout> | undefined;
    #heartbeat: ReturnType<typeof setInterval> | undefined;
    /**
     * The time of the first ping since the last message. The silence itself does not count: browsers run the timers of
     * hidden tabs only once a minute.
     */
    #unanswered: number | null = null;
    #closed = false;

    /** `form`: whether the server sends scenes, or texts only. */
    constructor(url: string, tokens: string[], listener: SocketListener, form: ViewFormat = "scene") {
        this.#url = url;
        this.#tokens = tokens;
        this.#listener = listener;
        this.#form = form;
        // A random start, so that numbers of an earlier visit are not reused.
        this.#ack = Math.floor(Math.random() * 1_000_000) * 1000;
        this.#open();
        addEventListener("online", this.#reconnectNow);
        addEventListener("offline", this.#offline);
    }

    /** Sends a message. Resolves to null if it was done, or to the refusal. */
    ask(message: ClientRequest): Promise<Refused | null> {
        const ack = (this.#ack += 1);
        // Offers and claims name the version that the player saw.
        const seen = message.t === "offer" || message.t === "decline" || message.t === "claim";
        const whole = { ...message, ack, ...(seen && { at: this.#listener.version() ?? 0 }) } as FromClient;
        return new Promise((done) => {
            this.#pending.set(ack, { message: whole, done });
            this.#send(whole);
        });
    }

    close(): void {
        this.#closed = true;
        clearTimeout(this.#retry);
        clearInterval(this.#heartbeat);
        removeEventListener("online", this.#reconnectNow);
        removeEventListener("offline", this.#offline);
        this.#socket?.close();
        this.#socket = null;
    }

    /** The browser is online again: replaces an attempt that began before. */
    #reconnectNow = (): void => {
        if (this.#socket?.readyState === WebSocket.OPEN || this.#closed) return;
        clearTimeout(this.#retry);
        this.#socket?.close();
        this.#open();
    };

    /** The browser is offline. A table of its own does not care. */
    #offline = (): void => {
        if (localTable(this.#url) === null) this.#disconnect();
    };

    /** Gives up a dead connection without waiting for its closing handshake. */
    #disconnect = (): void => {
        const socket = this.#socket;
        if (!socket) return;
        this.#lost(socket);
        socket.close();
    };

    /** Messages of a replaced socket are ignored. */
    #open(): void {
        const socket = connection(this.#url);
        const current = () => socket === this.#socket;
        this.#socket = socket;
        socket.onopen = () => void (current() && this.#opened());
        socket.onmessage = (event) => void (current() && this.#receive(JSON.parse(event.data) as ToClient));
        socket.onclose = () => this.#lost(socket);
    }

    #opened(): void {
        this.#unanswered = null;
        const since = this.#listener.version();
        const tokens = this.#tokens.filter((token) => token !== BY_SESSION);
        // The account of the session gives its seat without a token.
        const bySession = tokens.length < this.#tokens.length && { account: true };
        this.#send({ t: "hello", tokens, since, form: this.#form, client: this.#client, ...bySession });
        // Unacknowledged messages are sent again. The server does nothing twice.
        for (const { message } of this.#pending.values()) this.#send(message);
        clearInterval(this.#heartbeat);
        this.#heartbeat = setInterval(() => this.#ping(), PING_EVERY);
        this.#listener.connectionChanged("open");
    }

    #ping(): void {
        const now = Date.now();
        if (this.#unanswered !== null && now - this.#unanswered > PONG_WITHIN) return this.#disconnect();
        this.#unanswered ??= now;
        this.#send({ t: "ping", n: 0 });
    }

    #receive(message: ToClient): void {
        this.#unanswered = null;
        // A refusal without `ack` means that the server rejects this connection, so the backoff keeps growing.
        if (message.t !== "refused" || message.ack !== null) this.#tries = 0;
        if (message.t === "done") this.#settle(message.ack, null);
        else if (message.t === "refused" && message.ack !== null)
            this.#settle(message.ack, { code: message.code, error: message.error, rule: message.rule });
        this.#listener.received(message);
    }

    #settle(ack: number, refused: Refused | null): void {
        this.#pending.get(ack)?.done(refused);
        this.#pending.delete(ack);
    }

    #lost(socket: Connection): void {
        if (socket !== this.#socket) return;
        this.#socket = null;
        clearInterval(this.#heartbeat);
        this.#listener.connectionChanged("lost");
        this.#retry = setTimeout(() => this.#open(), backoff(this.#tries++));
    }

    #send(message: FromClient): void {
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    }
}

/** The parts of a WebSocket that are used here. */
interface Connection {
    readonly readyState: number;
    onopen: (() => void) | null;
    onmessage: ((event: { data: string }) => void) | null;
    onclose: (() => void) | null;
    send(text: string): void;
    close(): void;
}

const LOCAL = "local:";

const localTable = (url: string) => (url.startsWith(LOCAL) ? url.slice(LOCAL.length) : null);

function connection(url: string): Connection {
    const table = localTable(url);
    return table === null ? (new WebSocket(url) as Connection) : localConnection(local, table);
}

export function socketUrl(table: string): string {
    if (isLocalTable(table)) return LOCAL + table;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
}
