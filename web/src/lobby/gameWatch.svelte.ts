/** Follows one of this player's tables over its WebSocket: whose turn it is, the clocks, the result. */

import { isHotSeat } from "../table/players";
import { markOver, type Tokens } from "../table/seatTokens";
import { socketUrl, TableSocket } from "../table/socket";
import type { TableView, Table, ToClient } from "../wire";
import { otherSeats } from "./tableLabels";

export class GameWatch {
    readonly id: string;
    readonly tokens: Tokens = [];
    /** The seats of this browser. */
    readonly own: string[] = [];
    table = $state.raw<Table>() as Table;
    seen = $state.raw<Pick<TableView, "actor" | "clocks" | "ended"> | null>(null);
    /** When `seen` came, for the clocks. */
    seenAt = $state(0);
    /** Whether the game began while the player was at another screen. */
    arrived = $state(false);
    #socket: TableSocket | null = null;
    #version: number | null = null;
    /** Whether no message has come since the connection was opened: the first one is not news. */
    #fresh = true;
    #listener: WatchListener;

    /** Whether other people sit at the table. */
    hasPeople = $derived(otherSeats(this.table, this.own).some(({ player }) => player.kind === "person"));
    /** All people at the table share this screen. */
    hotSeat = $derived(isHotSeat(this.table, this.tokens.length));
    over = $derived(this.table.stage === "over" || this.table.stage === "closed" || this.seen?.ended != null);
    waiting = $derived(this.table.stage === "waiting");
    yourTurn = $derived(
        !this.over && !this.waiting && !this.hotSeat && this.seen !== null && this.own.includes(this.seen.actor),
    );

    constructor(table: Table, tokens: Tokens, listener: WatchListener) {
        this.id = table.id;
        this.tokens = tokens;
        this.own = tokens.map(([seat]) => seat);
        this.table = table;
        this.#listener = listener;
    }

    get open(): boolean {
        return this.#socket !== null;
    }

    /** Opens the connection. The server then also counts the player as present. */
    connect(): void {
        if (this.#socket) return;
        this.#fresh = true;
        const tokens = this.tokens.map(([, token]) => token);
        const listener = {
            received: (message: ToClient) => this.#receive(message),
            connectionChanged: () => {},
            version: () => this.#version,
        };
        this.#socket = new TableSocket(socketUrl(this.id), tokens, listener, "text");
    }

    disconnect(): void {
        this.#socket?.close();
        this.#socket = null;
        this.#version = null;
    }

    #receive(message: ToClient): void {
        const before = { waiting: this.waiting, yourTurn: this.yourTurn, over: this.over };
        if (message.t === "full" || message.t === "event") {
            this.#version = message.version;
            this.seen = message.seen;
            this.seenAt = performance.now();
        }
        if (message.t === "full" || message.t === "table") this.table = message.table;
        // The server rejects the tokens of this connection.
        if (message.t === "refused" && message.ack === null) this.disconnect();
        if (this.over) {
            markOver([this.id]);
            // The result comes with the first snapshot.
            if (this.seen?.ended || this.table.stage === "closed") this.disconnect();
        }
        const first = this.#fresh;
        this.#fresh = false;
        if (before.waiting && !this.waiting && !this.over) this.#listener.began(this);
        else if (!first && !before.yourTurn && this.yourTurn) this.#listener.turn(this);
    }
}

export interface WatchListener {
    /** The last open seat was taken. */
    began(watch: GameWatch): void;
    /** It became this player's turn. */
    turn(watch: GameWatch): void;
}

/** Your turn first, and of these the games that other people wait for; finished games last. */
export function rank(
    game: Pick<GameWatch, "arrived" | "yourTurn" | "hasPeople" | "waiting" | "hotSeat" | "over">,
): number {
    if (game.over) return 6;
    if (game.arrived) return 0;
    if (game.yourTurn) return game.hasPeople ? 1 : 2;
    if (game.waiting) return 4;
    return game.hotSeat ? 5 : 3;
}
