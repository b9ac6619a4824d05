/** Players in words. */

import type { Player } from "../wire/Player";
import type { Table } from "../wire/Table";

export function playerName(player: Player): string {
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
