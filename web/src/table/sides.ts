/** Which seats sit above and which below the boards, as the board is turned. */

import { homeTurn, type Turn } from "../board/geometry";
import type { Game } from "../wire/Game";
import type { Scene } from "../wire/Scene";
import type { Table } from "../wire/Table";

export interface Sides {
    above: number[];
    below: number[];
}

export function sidesOf(game: Game, table: Table, start: Scene, turn: Turn): Sides {
    const four = game.seats.length > 2;
    const all = table.seats.map(({ seat }) => game.seats.findIndex(({ name }) => name === seat));
    /** Quarter turns from a seat's home. Four seats stand in the corners: a quarter turn to the right of home lies below, too. */
    const away = (seat: number) => (turn - homeTurn(start, seat, game.seats.length) + 4) % 4;
    const top = (seat: number) => (four ? [1, 2].includes(away(seat)) : away(seat) !== 0);
    const left = (seat: number) => !four || [0, 1].includes(away(seat));
    const ordered = (seats: number[]) => [...seats.filter(left), ...seats.filter((seat) => !left(seat))];
    return { above: ordered(all.filter(top)), below: ordered(all.filter((seat) => !top(seat))) };
}
