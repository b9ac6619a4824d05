/** Players in words. */

import type { Player } from "../wire/Player";
import type { Table } from "../wire/Table";

/** Names of people who gave none; tables of older versions say `You`, which is true on one screen alone. */
const NAMELESS = ["Guest", "You"];

/** `own`: whether the seat is played at this screen. */
export function playerName(player: Player, own = false): string {
    if (player.kind === "person" && !player.account && NAMELESS.includes(player.name)) return own ? "You" : "Guest";
    switch (player.kind) {
        case "open":
            return "Open seat";
        case "computer":
            return `Computer, level ${player.level}`;
        case "person":
            return player.rating == null ? player.name : `${player.name} (${player.rating})`;
    }
}

/** Whether all seats of a table are played at one screen. */
export function isHotSeat(table: Table, own: number): boolean {
    return own > 1 && table.seats.filter(({ player }) => player.kind === "person").length === own;
}
