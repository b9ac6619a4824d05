/** Which seats are above and which below the boards, for a rotation of the board. */

import { homeRotation, type Rotation } from "../board/geometry";
import type { Game, Scene, Table } from "../wire";

export interface Sides {
    above: number[];
    below: number[];
}

export function sidesOf(game: Game, table: Table, start: Scene, rotation: Rotation): Sides {
    const four = game.seats.length > 2;
    const all = table.seats.map(({ seat }) => game.seats.findIndex(({ name }) => name === seat));
    /** Quarter turns from a seat's home. Four seats are in the corners, so a quarter turn to the right is below, too. */
    const away = (seat: number) => (rotation - homeRotation(start, seat, game.seats.length) + 4) % 4;
    const top = (seat: number) => (four ? [1, 2].includes(away(seat)) : away(seat) !== 0);
    const left = (seat: number) => !four || [0, 1].includes(away(seat));
    const ordered = (seats: number[]) => [...seats.filter(left), ...seats.filter((seat) => !left(seat))];
    return { above: ordered(all.filter(top)), below: ordered(all.filter((seat) => !top(seat))) };
}
