/** From a person's wishes to a table. */

import { makeTable } from "../api/dice";
import { look } from "../api/http";
import { startOf } from "../api/games";
import { keepTokens, markMade } from "../table/seats";
import type { Game } from "../wire/Game";
import type { Scene } from "../wire/Scene";
import type { SeatPlan } from "../wire/SeatPlan";
import type { TimeControl } from "../wire/TimeControl";
import { capitalised } from "../text/format";

export type Mode = "computer" | "here" | "others";

export interface Wish {
    game: Game;
    /** Ids of options that are on. */
    options: string[];
    mode: Mode;
    level: number;
    /** The seat of this person; null for any. */
    seat: number | null;
    name: string;
    clock: TimeControl;
    public: boolean;
    /** Whether ratings are at stake. */
    rated?: boolean;
    position?: string | null;
}

export const LEVELS = ["sleepy", "gentle", "curious", "awake", "sharp", "cunning", "fierce", "merciless"] as const;
export const USUAL_LEVEL = 3;

export const CLOCKS: { label: string; clock: TimeControl }[] = [
    { label: "No clock", clock: { kind: "none" } },
    { label: "5 min + 5 s", clock: { kind: "fischer", initial: 300, increment: 5 } },
    { label: "10 min + 10 s", clock: { kind: "fischer", initial: 600, increment: 10 } },
    { label: "30 min + 20 s", clock: { kind: "fischer", initial: 1800, increment: 20 } },
    { label: "3 days a turn", clock: { kind: "days", days: 3 } },
];

/** `djambi:3`. */
export function gameName(game: Game, options: string[]): string {
    const on = game.options.map((option) => option.id).filter((id) => options.includes(id));
    return on.length > 0 ? `${game.id}:${on.join(",")}` : game.id;
}

/** The options with one switched; others of its group go off. */
export function switched(game: Game, options: string[], id: string, on: boolean): string[] {
    const group = game.options.find((option) => option.id === id)?.group ?? null;
    const clashes = (other: string) =>
        other === id || (group !== null && game.options.find((option) => option.id === other)?.group === group);
    const rest = options.filter((other) => !clashes(other));
    return on ? [...rest, id] : rest;
}

/** The seats that somebody plays: those that may move a piece of their own. */
export function seatsIn(start: Scene): number[] {
    const seats = start.pieces
        .filter((piece) => piece.controller !== null && piece.controller === piece.color)
        .map((piece) => piece.controller!);
    return [...new Set(seats)].sort((a, b) => a - b);
}

/** The seats of a game with these options, or of one that begins from a position. */
export async function seatsOf(game: Game, options: string[], position: string | null): Promise<number[]> {
    const name = gameName(game, options);
    if (position === null) return seatsIn((await startOf(name)).scene);
    const { seats } = await look({ game: name, position, actions: [], explain: null });
    return seats.map((seat) => game.seats.findIndex(({ name }) => name === seat));
}

export function plans(wish: Wish, seats: number[]): SeatPlan[] {
    const own = wish.seat !== null && seats.includes(wish.seat) ? wish.seat : seats[0];
    return seats.map((seat): SeatPlan => {
        if (wish.mode === "here") return { kind: "here", name: capitalised(wish.game.seats[seat]?.name ?? "") };
        if (seat === own) return { kind: "here", name: wish.name.trim() || "Guest" };
        return wish.mode === "computer" ? { kind: "computer", level: wish.level } : { kind: "open" };
    });
}

/** Makes the table, keeps its seats in this browser and says where it is. */
export async function open(wish: Wish): Promise<string> {
    const game = gameName(wish.game, wish.options);
    const seats = await seatsOf(wish.game, wish.options, wish.position ?? null);
    const wanted = {
        game,
        seats: plans(wish, seats),
        shuffle: wish.mode !== "here" && wish.seat === null,
        public: wish.mode === "others" && wish.public,
        rated: wish.mode === "others" && (wish.rated ?? false),
        clock: wish.clock,
        position: wish.position ?? null,
    };
    const seated = await makeTable(wanted, wish.game.chance);
    keepTokens(seated.table.id, seated.tokens);
    markMade(seated.table.id);
    return `/t/${seated.table.id}`;
}
