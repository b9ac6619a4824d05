/** The connection to a table of this browser, with the part of a WebSocket that the page uses. */

export interface LocalLine {
    send(text: string): void;
    close(): void;
}

export class LocalSocket {
    readyState: number = WebSocket.CONNECTING;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    #line: LocalLine;

    constructor(line: LocalLine) {
        this.#line = line;
    }

    send(text: string): void {
        this.#line.send(text);
    }

    close(): void {
        if (this.readyState === WebSocket.CLOSED) return;
        this.#line.close();
        this.closed();
    }

    /** The local server knows this connection. The page has set its handlers by the next microtask. */
    opened(): void {
        queueMicrotask(() => {
            if (this.readyState === WebSocket.CLOSED) return;
            this.readyState = WebSocket.OPEN;
            this.onopen?.();
        });
    }

    received(text: string): void {
        this.onmessage?.({ data: text });
    }

    closed(): void {
        this.readyState = WebSocket.CLOSED;
        this.onclose?.();
    }
}

/** A connection to a table of this browser whose local server may still have to start. */
export function localConnection(
    start: () => Promise<{ socket(table: string): LocalSocket }>,
    table: string,
): LocalSocket {
    let inner: LocalSocket | null = null;
    const waiting: string[] = [];
    const outer = new LocalSocket({
        send: (text) => (inner ? inner.send(text) : waiting.push(text)),
        close: () => inner?.close(),
    });
    start().then(
        (server) => {
            if (outer.readyState === WebSocket.CLOSED) return;
            inner = server.socket(table);
            inner.onmessage = ({ data }) => outer.received(data);
            inner.onclose = () => outer.closed();
            inner.onopen = () => {
                outer.readyState = WebSocket.OPEN;
                outer.onopen?.();
                for (const text of waiting.splice(0)) inner?.send(text);
            };
        },
        () => outer.closed(),
    );
    return outer;
}
