/** The games' facts and their start, each asked for once. */

import type { Game } from "../wire/Game";
import type { Looked } from "../wire/Looked";
import * as http from "./http";

let all: Promise<Game[]> | null = null;
const whole = new Map<string, Promise<Game>>();
const starts = new Map<string, Promise<Looked>>();

/** Keeps a promise, unless it fails: then the next who asks tries again. */
function kept<T>(map: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    const found = map.get(key);
    if (found) return found;
    const asked = ask();
    map.set(key, asked);
    asked.catch(() => map.delete(key));
    return asked;
}

/** Every game, without its texts. */
export function allGames(): Promise<Game[]> {
    all ??= http.games();
    all.catch(() => (all = null));
    return all;
}

/** A game with its texts; the name may carry options. */
export const wholeGame = (name: string) => kept(whole, gameId(name), () => http.game(gameId(name)));

/** How a game with these options begins. */
export const startOf = (name: string) =>
    kept(starts, name, () => http.look({ game: name, position: null, actions: [], explain: null }));

/** `jungle` of `jungle:classic`. */
export function gameId(name: string): string {
    return name.split(":")[0] ?? name;
}
