/** Texts for a match in an account's history. */

import type { HistoryEntry } from "../api/accounts";
import { t } from "../messages";
import { type Result, resultOf } from "../table/results";
import type { Stage, Table } from "../wire";

const LABELS: Record<Stage | Result, string> = {
    waiting: "account-match-waiting",
    playing: "account-match-playing",
    over: "account-match-over",
    closed: "account-match-closed",
    won: "account-match-won",
    lost: "account-match-lost",
    drew: "account-match-drew",
};

export const resultLabel = (result: Stage | Result) => t(LABELS[result]);

const isOf = (name: string) => (seat: Table["seats"][number]) =>
    seat.player.kind === "person" && seat.player.account?.toLowerCase() === name.toLowerCase();

/** The result of a match for an account, or its stage. A closed match was aborted and has no result. */
export function matchResult({ table, ended }: HistoryEntry, name: string): Stage | Result {
    const seat = table.seats.find(isOf(name))?.seat;
    if (!ended || seat === undefined) return table.stage;
    return resultOf(ended, seat);
}

/** The link to a match: its review once it is over, else its table. */
export function matchPath({ table, ended }: HistoryEntry): string {
    return ended ? `/review/${table.id}` : `/t/${table.id}`;
}

/** The other players at the table. Open seats are left out. */
export function opponents(table: Table, name: string): Table["seats"] {
    const own = table.seats.findIndex(isOf(name));
    return table.seats.filter(({ player }, i) => i !== own && player.kind !== "open");
}
