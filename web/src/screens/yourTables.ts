/** The tables of this browser for the start screen: running games always, finished ones as far as there is room. */

import { ServerError, table } from "../api/http";
import { markOver, tablesHere, tablesOver } from "../table/seats";
import type { Stage } from "../wire/Stage";
import type { Table } from "../wire/Table";

/** Finished games fill the list up to this length. */
const SHOWN = 4;
/** Requests that are on their way at the same time. */
const AT_ONCE = 6;
const ORDER: Record<Stage, number> = { playing: 0, waiting: 1, over: 2, closed: 3 };

/** Running games first, then tables that wait for players, then games that are over; each kind newest first. */
export async function yourTables(find: (id: string) => Promise<Table> = table): Promise<Table[]> {
    const [here, over] = [tablesHere(), tablesOver()];
    const wanted = [...here.filter((id) => !over.has(id)), ...here.filter((id) => over.has(id)).slice(0, SHOWN)];
    const found: (Table | null)[] = [];
    for (let at = 0; at < wanted.length; at += AT_ONCE)
        found.push(...(await Promise.all(wanted.slice(at, at + AT_ONCE).map((id) => lookUp(id, find)))));
    const tables = found.filter((one) => one !== null && one.stage !== "closed") as Table[];
    markOver(tables.filter(({ stage }) => stage === "over").map(({ id }) => id));
    tables.sort((a, b) => ORDER[a.stage] - ORDER[b.stage] || here.indexOf(a.id) - here.indexOf(b.id));
    const running = tables.filter(({ stage }) => stage !== "over").length;
    return tables.slice(0, Math.max(SHOWN, running));
}

/** A table that the server has forgotten is over; one that cannot be asked about now is left out this time. */
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
