/** A game's facts as short words. */

import type { Game } from "../wire/Game";

const NUMBERS = ["no", "one", "two", "three", "four"];

/** `Two players · no luck, nothing hidden`. */
export function players(game: Game): string {
    const fewer = game.options.some((option) => option.group === "players");
    const count = fewer
        ? `Two to ${NUMBERS[game.seats.length]} players`
        : `${game.seats.length === 2 ? "Two" : game.seats.length} players`;
    const luck = game.chance ? "luck plays along" : "no luck";
    const hidden = game.hidden ? "some things are hidden" : "nothing hidden";
    return `${count} · ${luck}, ${hidden}`;
}
