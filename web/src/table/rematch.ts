/** Another game: agreed over the network, or simply begun where nobody else has to agree. */

import { addToRematch, makeTable } from "../api/dice";
import { record } from "../api/http";
import { isHotSeat } from "./players";
import { keepTokens, type Tokens } from "./seats";
import type { TableStore } from "./table.svelte";
import type { Player } from "../wire/Player";
import type { SeatPlan } from "../wire/SeatPlan";
import type { Table } from "../wire/Table";

const plan = (player: Player): SeatPlan => {
    if (player.kind === "computer") return { kind: "computer", level: player.level };
    return player.kind === "person" ? { kind: "here", name: player.name } : { kind: "open" };
};

/** Offers a rematch; where everybody sits at this screen or is a computer, begins it and says where it is. */
export async function rematch(store: TableStore): Promise<string | null> {
    const table = store.table;
    if (!table) return null;
    const people = table.seats.filter(({ player }) => player.kind === "person").length;
    if (people > store.tokens.length && !isHotSeat(table, store.tokens.length)) {
        const added = addToRematch(table, store.tokens.length);
        for (const [i, [seat]] of store.tokens.entries()) await store.offer(seat, { kind: "rematch" }, added[i]);
        return null;
    }
    // The sides change: each seat is played by whoever sat before it.
    const seats = table.seats.map((_, i) => plan(table.seats[(i + 1) % table.seats.length]!.player));
    // A game that began from a position begins there again, as it does where the server makes the rematch.
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
    keepTokens(seated.table.id, seated.tokens);
    return `/t/${seated.table.id}`;
}

/** The tokens at the rematch of a table: they go with their holders, and everybody moves on by one seat. */
export function movedOn(table: Table, tokens: Tokens): Tokens {
    const seats = table.seats.map(({ seat }) => seat);
    return tokens.map(([seat, token]) => [seats.at(seats.indexOf(seat) - 1) ?? seat, token]);
}
