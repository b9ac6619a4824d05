/** Creates a table from the player's choices. */

import { makeTable } from "../api/diceCommitment";
import { look } from "../api/http";
import { startOf } from "../api/games";
import { canBeLocal, local, prefersLocal } from "../local";
import { GUEST } from "../table/players";
import { saveTokens, markMade } from "../table/seatTokens";
import type { Game, Scene, SeatPlan, TimeControl } from "../wire";
import { capitalised } from "../text/format";

export type Mode = "computer" | "here" | "others";

export interface TableSetup {
    game: Game;
    /** Ids of the options that are on. */
    options: string[];
    mode: Mode;
    level: number;
    /** The player's seat; null for a random one. */
    seat: number | null;
    name: string;
    clock: TimeControl;
    public: boolean;
    /** Whether the result changes ratings. */
    rated?: boolean;
    position?: string | null;
}

export const USUAL_LEVEL = 3;

export const CLOCKS: TimeControl[] = [
    { kind: "none" },
    { kind: "fischer", initial: 300, increment: 5 },
    { kind: "fischer", initial: 600, increment: 10 },
    { kind: "fischer", initial: 1800, increment: 20 },
    { kind: "days", days: 3 },
];

/** The time controls that make sense: days per turn only with people who are not in the same room. */
export function clocksFor(mode: Mode): TimeControl[] {
    return mode === "others" ? CLOCKS : CLOCKS.filter(({ kind }) => kind !== "days");
}

/** The game with its options: `djambi:3`. */
export function gameName(game: Game, options: string[]): string {
    const on = game.options.map((option) => option.id).filter((id) => options.includes(id));
    return on.length > 0 ? `${game.id}:${on.join(",")}` : game.id;
}

/** Switches one option on or off. On also switches off the others of its group. */
export function switched(game: Game, options: string[], id: string, on: boolean): string[] {
    const group = game.options.find((option) => option.id === id)?.group ?? null;
    const clashes = (other: string) =>
        other === id || (group !== null && game.options.find((option) => option.id === other)?.group === group);
    const rest = options.filter((other) => !clashes(other));
    return on ? [...rest, id] : rest;
}

/** The seats that need a player: those that control a piece of their own colour. */
export function seatsIn(start: Scene): number[] {
    const seats = start.pieces
        .filter((piece) => piece.controller !== null && piece.controller === piece.color)
        .map((piece) => piece.controller!);
    return [...new Set(seats)].sort((a, b) => a - b);
}

/** The seats of a game with these options, or of a position. */
export async function seatsOf(game: Game, options: string[], position: string | null): Promise<number[]> {
    const name = gameName(game, options);
    if (position === null) return seatsIn((await startOf(name)).scene);
    const { seats } = await look({ game: name, position, actions: [], explain: null });
    return seats.map((seat) => game.seats.findIndex(({ name }) => name === seat));
}

export function seatPlans(setup: TableSetup, seats: number[]): SeatPlan[] {
    const own = setup.seat !== null && seats.includes(setup.seat) ? setup.seat : seats[0];
    return seats.map((seat): SeatPlan => {
        if (setup.mode === "here") return { kind: "here", name: capitalised(setup.game.seats[seat]?.name ?? "") };
        if (seat === own) return { kind: "here", name: setup.name.trim() || GUEST };
        return setup.mode === "computer" ? { kind: "computer", level: setup.level } : { kind: "open" };
    });
}

/** Whether the table is made in this browser. Where its server cannot start, the other one serves. */
async function startsLocally(): Promise<boolean> {
    if (!prefersLocal() && (navigator.onLine || !canBeLocal())) return false;
    return local().then(
        () => true,
        () => false,
    );
}

/** Creates the table, stores its seat tokens in this browser, and returns its id. */
export async function openTable(setup: TableSetup): Promise<string> {
    const game = gameName(setup.game, setup.options);
    const seats = await seatsOf(setup.game, setup.options, setup.position ?? null);
    const request = {
        game,
        seats: seatPlans(setup, seats),
        shuffle: setup.mode !== "here" && setup.seat === null,
        public: setup.mode === "others" && setup.public,
        rated: setup.mode === "others" && (setup.rated ?? false),
        clock: setup.clock,
        position: setup.position ?? null,
    };
    const seated = await makeTable(request, setup.game.chance, setup.mode !== "others" && (await startsLocally()));
    saveTokens(seated.table.id, seated.tokens);
    markMade(seated.table.id);
    return seated.table.id;
}
