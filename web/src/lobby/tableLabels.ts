/** Short texts about a table: its time control, its host, its opponents, how long it has waited. */

import { t } from "../messages";
import { playerName } from "../table/players";
import { listed } from "../text/format";
import type { Player, SeatInfo, Table, TimeControl } from "../wire";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const minutes = (seconds: number) =>
    seconds % 60 === 0
        ? t("lobby-clock-minutes", { minutes: `${seconds / 60}` })
        : t("lobby-clock-seconds", { seconds: `${seconds}` });

/** `No clock`, `10 min + 10 s`, `10 min, then 3 × 30 s`, `3 days per turn`. */
export function clockLabel(clock: TimeControl): string {
    switch (clock.kind) {
        case "none":
            return t("lobby-clock-none");
        case "fischer":
            return clock.increment > 0
                ? t("lobby-clock-fischer", { initial: minutes(clock.initial), increment: clock.increment })
                : minutes(clock.initial);
        case "byoyomi":
            return t("lobby-clock-byoyomi", {
                initial: minutes(clock.initial),
                periods: clock.periods,
                period: clock.period,
            });
        case "days":
            return t("lobby-clock-days", { days: clock.days });
    }
}

/** The same as a sentence for a newcomer. */
export function clockSentence(clock: TimeControl): string {
    switch (clock.kind) {
        case "none":
            return t("lobby-clock-none-sentence");
        case "fischer":
            return clock.increment > 0
                ? t("lobby-clock-fischer-sentence", { initial: minutes(clock.initial), increment: clock.increment })
                : t("lobby-clock-plain-sentence", { initial: minutes(clock.initial) });
        case "byoyomi":
            return t("lobby-clock-byoyomi-sentence", { initial: minutes(clock.initial), period: clock.period });
        case "days":
            return t("lobby-clock-days-sentence", { days: clock.days });
    }
}

/** `Just opened`, `Waiting for 3 min`, `Waiting for 2 h`, `Waiting for 4 days`. */
export function waitedLabel(created: number, now: number): string {
    const waited = now - created;
    if (waited < MINUTE) return t("lobby-waiting-new");
    if (waited < HOUR) return t("lobby-waiting-minutes", { minutes: Math.floor(waited / MINUTE) });
    if (waited < DAY) return t("lobby-waiting-hours", { hours: Math.floor(waited / HOUR) });
    return t("lobby-waiting-days", { days: Math.floor(waited / DAY) });
}

/** The options of a table's game, and whether the match is rated. */
export const badges = (table: Table): string[] => [
    ...(table.game.split(":")[1]?.split(",") ?? []),
    ...(table.rated ? [t("text-match-rated")] : []),
];

/** The person who waits at a table: the first one who sits there. */
export function hostOf(table: Table): Player | null {
    return table.seats.find(({ player }) => player.kind === "person")?.player ?? null;
}

/** `Ann (1520)`, `Guest`. */
export const hostName = (table: Table) => {
    const host = hostOf(table);
    return host ? playerName(host) : t("lobby-waiting-nobody");
};

/** The seats that are not played in this browser. */
export function otherSeats(table: Table, own: string[]): SeatInfo[] {
    return table.seats.filter(({ seat }) => !own.includes(seat));
}

/** `Bob`, `Bob and Cleo`, `the computer, level 3`. Open seats are left out. */
export function opponentNames(table: Table, own: string[]): string {
    const names = otherSeats(table, own).flatMap(({ player }) =>
        player.kind === "open"
            ? []
            : [
                  player.kind === "computer"
                      ? t("text-player-computer-inside", { level: player.level })
                      : playerName(player),
              ],
    );
    return listed([...new Set(names)]);
}
