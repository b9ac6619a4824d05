/** Names of players. */

import { t } from "../messages";
import type { Player, Table } from "../wire";

/** The name that is stored for guests without a name, in every language. Older versions stored `You`. */
export const GUEST = "Guest";
const NAMELESS = [GUEST, "You"];

/** `own`: whether the seat is played on this screen. */
export function playerName(player: Player, own = false): string {
    if (player.kind === "person" && !player.account && NAMELESS.includes(player.name))
        return t(own ? "text-player-you" : "text-player-guest");
    switch (player.kind) {
        case "open":
            return t("text-player-open");
        case "computer":
            return t("text-player-computer", { level: player.level });
        case "person":
            return player.rating == null
                ? player.name
                : t("text-player-rated", { name: player.name, rating: `${player.rating}` });
    }
}

/** Whether all people at the table share this screen (hot seat). */
export function isHotSeat(table: Table, own: number): boolean {
    return own > 1 && table.seats.filter(({ player }) => player.kind === "person").length === own;
}
