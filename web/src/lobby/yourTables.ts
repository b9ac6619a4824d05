/** Looks up this browser's tables: those that are not known to be over. */

import { type AccountGame, accountGames } from "../api/accounts";
import { ServerError, table } from "../api/http";
import { markOver, tablesHere, tablesOver } from "../table/seatTokens";
import type { Table } from "../wire";

/** The most concurrent requests. */
const AT_ONCE = 6;

/** Whether this browser has a seat at a table whose game is not known to be over. */
export function hasUnfinishedTables(): boolean {
    const over = tablesOver();
    return tablesHere().some((id) => !over.has(id));
}

/**
 * This browser's tables, newest first: running games, tables that wait for players, and games that have ended since the
 * last look. `known` tables are not looked up.
 */
export async function yourTables(
    known: (id: string) => boolean = () => false,
    find: (id: string) => Promise<Table> = table,
): Promise<Table[]> {
    const over = tablesOver();
    const tables = await lookUpAll(
        tablesHere().filter((id) => !over.has(id) && !known(id)),
        find,
    );
    markOver(tables.filter(({ stage }) => stage === "over").map(({ id }) => id));
    return tables;
}

/** The tables at which the signed-in account plays and of which this browser has no token. */
export async function accountTables(
    known: (id: string) => boolean,
    list: () => Promise<Pick<AccountGame, "gameId">[]> = accountGames,
    find: (id: string) => Promise<Table> = table,
): Promise<Table[]> {
    const here = new Set(tablesHere());
    const ids = (await list()).map(({ gameId }) => gameId);
    return lookUpAll(
        ids.filter((id) => !here.has(id) && !known(id)),
        find,
    );
}

async function lookUpAll(ids: string[], find: (id: string) => Promise<Table>): Promise<Table[]> {
    const found: (Table | null)[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE)
        found.push(...(await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => lookUp(id, find)))));
    return found.filter((one) => one !== null && one.stage !== "closed") as Table[];
}

/** A table that the server no longer has counts as over. If the request fails, the table is left out this time. */
async function lookUp(id: string, find: (id: string) => Promise<Table>): Promise<Table | null> {
    try {
        const found = await find(id);
        if (found.stage === "closed") markOver([id]);
        return found;
    } catch (error) {
        if (error instanceof ServerError && error.refused?.code === "not-found") markOver([id]);
        return null;
    }
}
