/** "Play now": joins a waiting public table, or opens one and starts a game against the computer meanwhile. */

import { account } from "../account/account.svelte";
import { sitDown } from "../api/diceCommitment";
import { gameId } from "../api/games";
import { lobby, ServerError } from "../api/http";
import { GUEST } from "../table/players";
import { saveTokens, tablesHere } from "../table/seatTokens";
import type { Game, Table, TimeControl } from "../wire";
import { setMeanwhile } from "./awaited";
import { openTable, USUAL_LEVEL } from "./tableSetup";

/** The clock of a table that is opened for the first person who comes. */
const CLOCK: TimeControl = { kind: "fischer", initial: 600, increment: 10 };

const openSeats = (table: Table) => table.seats.filter(({ player }) => player.kind === "open").length;

/**
 * The waiting tables that a player can join without a further question, the best first: unrated, not by days, not the
 * player's own. The usual rules come before options, and few open seats before many.
 */
export function joinable(waiting: Table[], game: string, own: (id: string) => boolean, name: string | null): Table[] {
    const sitsThere = (table: Table) =>
        own(table.id) ||
        (name !== null && table.seats.some(({ player }) => player.kind === "person" && player.account === name));
    return waiting
        .filter((table) => gameId(table.game) === game && openSeats(table) > 0)
        .filter((table) => !table.rated && table.clock.kind !== "days" && !sitsThere(table))
        .sort((a, b) => Number(a.game !== game) - Number(b.game !== game) || openSeats(a) - openSeats(b));
}

/** Takes a seat at the first of these tables that still has one. Null if all are taken. */
async function joinFirst(tables: Table[], name: string): Promise<Table | null> {
    for (const table of tables) {
        try {
            const seated = await sitDown(table, { name, seat: null });
            saveTokens(table.id, seated.tokens);
            return seated.table;
        } catch (error) {
            // Another player was faster.
            if (!(error instanceof ServerError && error.refused)) throw error;
        }
    }
    return null;
}

/** Returns the id of the table to go to. */
export async function playNow(game: Game, guestName: string): Promise<string> {
    const name = account.name ?? (guestName.trim() || GUEST);
    const { waiting } = await lobby();
    const here = new Set(tablesHere());
    const own = (id: string) => here.has(id);
    const joined = await joinFirst(joinable(waiting, game.id, own, account.name), name);
    if (joined?.stage === "playing") return joined.id;
    const setup = { game, options: [], level: USUAL_LEVEL, seat: null, name };
    const waitsAlready = waiting.some(({ id, game: played }) => own(id) && gameId(played) === game.id);
    if (!joined && !waitsAlready) await openTable({ ...setup, mode: "others", clock: CLOCK, public: true });
    const meanwhile = await openTable({ ...setup, mode: "computer", clock: { kind: "none" }, public: false });
    setMeanwhile(meanwhile);
    return meanwhile;
}
