/** Rematches: offered to other people, or started at once if all seats are on this screen or computers. */

import { rematchNonces, makeTable } from "../api/diceCommitment";
import { record } from "../api/http";
import { isHotSeat } from "./players";
import { saveTokens, type Tokens } from "./seatTokens";
import type { TableStore } from "./tableStore.svelte";
import type { Player, SeatPlan, Table } from "../wire";

const plan = (player: Player): SeatPlan => {
    if (player.kind === "computer") return { kind: "computer", level: player.level };
    return player.kind === "person" ? { kind: "here", name: player.name } : { kind: "open" };
};

/** Offers a rematch, or starts it if no other person must agree. Returns the path of a new table. */
export async function rematch(store: TableStore): Promise<string | null> {
    const table = store.table;
    if (!table) return null;
    const people = table.seats.filter(({ player }) => player.kind === "person").length;
    if (people > store.tokens.length && !isHotSeat(table, store.tokens.length)) {
        const added = rematchNonces(table, store.tokens.length);
        for (const [i, [seat]] of store.tokens.entries()) await store.offer(seat, { kind: "rematch" }, added[i]);
        return null;
    }
    // The sides change: each player moves on by one seat.
    const seats = table.seats.map((_, i) => plan(table.seats[(i + 1) % table.seats.length]!.player));
    // A game from a position starts there again, as in rematches that the server creates.
    const { start } = JSON.parse(await record(table.id, "application/json")) as { start?: string | null };
    const wanted = {
        game: table.game,
        seats,
        shuffle: false,
        public: false,
        rated: false,
        clock: table.clock,
        position: start ?? null,
    };
    const seated = await makeTable(wanted, Boolean(table.commitment));
    saveTokens(seated.table.id, seated.tokens);
    return `/t/${seated.table.id}`;
}

/** The tokens for the rematch: every player keeps the token and moves on by one seat. */
export function movedOn(table: Table, tokens: Tokens): Tokens {
    const seats = table.seats.map(({ seat }) => seat);
    return tokens.map(([seat, token]) => [seats.at(seats.indexOf(seat) - 1) ?? seat, token]);
}
