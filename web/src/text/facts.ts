/** A game's facts as short words. */

import type { Game } from "../wire/Game";

const NUMBERS = ["no", "one", "two", "three", "four"];

/** `Two players`. */
export function players(game: Game): string {
    const fewer = game.options.some((option) => option.group === "players");
    return fewer
        ? `Two to ${NUMBERS[game.seats.length]} players`
        : `${game.seats.length === 2 ? "Two" : game.seats.length} players`;
}

/** `15 to 40 minutes`. */
export function length({ minutes: [least, most] }: Game): string {
    return `${least} to ${most} minutes`;
}

/** `no luck, nothing hidden`. */
export function secrets(game: Game): string {
    const luck = game.chance ? "luck plays along" : "no luck";
    return `${luck}, ${game.hidden ? "some things are hidden" : "nothing hidden"}`;
}
