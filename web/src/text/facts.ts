/** A game's facts as short texts. */

import { t } from "../messages";
import type { Game } from "../wire";

/** `Two players`, `Two to four players`. */
export function players(game: Game): string {
    const fewer = game.options.some((option) => option.group === "players");
    return t(fewer ? "text-facts-players-up-to" : "text-facts-players", { count: game.seats.length });
}

/** The label of the button for one screen: `Two players, one screen`. */
export function oneScreen(game: Game): string {
    return t("text-facts-one-screen", { count: game.seats.length });
}

/** `15 to 40 minutes`. */
export function length({ minutes: [least, most] }: Game): string {
    return t("text-facts-length", { least, most });
}

/** `No luck, nothing hidden`. */
export function luckAndSecrets(game: Game): string {
    if (game.chance) return t(game.hidden ? "text-facts-luck-hidden" : "text-facts-luck");
    return t(game.hidden ? "text-facts-hidden" : "text-facts-open");
}
