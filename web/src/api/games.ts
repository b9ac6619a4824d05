/** A cache of the games' facts and starting positions. */

import type { Game, SceneResponse } from "../wire";
import * as http from "./http";

let all: Promise<Game[]> | null = null;
const whole = new Map<string, Promise<Game>>();
const starts = new Map<string, Promise<SceneResponse>>();

/** Caches a request by key. A failed one is removed, so the next call tries again. */
function cached<T>(map: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    const found = map.get(key);
    if (found) return found;
    const asked = ask();
    map.set(key, asked);
    asked.catch(() => map.delete(key));
    return asked;
}

/** Every game of the server's catalog, without its texts. */
export function allGames(): Promise<Game[]> {
    all ??= http.games();
    all.catch(() => (all = null));
    return all;
}

/** A game with its texts. The name may have options. */
export const wholeGame = (name: string) => cached(whole, gameId(name), () => http.game(gameId(name)));

/** The starting position of a game with these options. */
export const startOf = (name: string) =>
    cached(starts, name, () => http.look({ game: name, position: null, actions: [], explain: null }));

/** `jungle` of `jungle:classic`. */
export function gameId(name: string): string {
    return name.split(":")[0] ?? name;
}

/** The name of a game for players; the id if the catalog does not have it. */
export function titleOf(games: Game[], name: string): string {
    return games.find(({ id }) => id === gameId(name))?.name ?? name;
}
