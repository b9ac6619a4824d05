/** What an account has played, in words. */

import type { Played } from "../api/accounts";
import { resultOf } from "../table/results";
import type { Stage } from "../wire/Stage";
import type { Table } from "../wire/Table";

const STAGES: Record<Stage, string> = {
    waiting: "Waiting",
    playing: "Being played",
    over: "Over",
    closed: "Closed",
};
const RESULTS = { won: "Won", lost: "Lost", drew: "Drew" } as const;

const isOf = (name: string) => (seat: Table["seats"][number]) =>
    seat.player.kind === "person" && seat.player.account?.toLowerCase() === name.toLowerCase();

/** How a match stands for an account; one that was aborted is closed and has no result. */
export function standing({ table, ended }: Played, name: string): string {
    const seat = table.seats.find(isOf(name))?.seat;
    if (!ended || seat === undefined) return STAGES[table.stage];
    return RESULTS[resultOf(ended, seat)];
}

/** Where a match can be seen: gone through once it is over, at its table before. */
export function address({ table, ended }: Played): string {
    return ended ? `/review/${table.id}` : `/t/${table.id}`;
}

/** Everybody else at the table; nobody on an open seat. */
export function opponents(table: Table, name: string): Table["seats"] {
    const own = table.seats.findIndex(isOf(name));
    return table.seats.filter(({ player }, i) => i !== own && player.kind !== "open");
}
