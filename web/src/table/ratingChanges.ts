/** How a rated match changed the ratings: the difference between the profiles before and after it. */

import { profile, type Profile } from "../api/accounts";
import type { Table } from "../wire";

/** The rating of a player without rated games. */
const FIRST_RATING = 1500;

export interface RatingChange {
    before: number;
    after: number;
}

/** The numbers of a rating that show whether a match has been counted. */
type KnownRating = Pick<Profile["ratings"][number], "game" | "rating" | "games">;

/** The ratings of each account before the match. */
export type RatingsBefore = Record<string, KnownRating[]>;

/** The accounts at a table by their seats. */
export const accountsOf = (table: Table): [seat: string, account: string][] =>
    table.seats.flatMap(({ seat, player }) =>
        player.kind === "person" && player.account ? [[seat, player.account] as [string, string]] : [],
    );

/** The change of the rating for which one more game counts; null if none does yet. */
export function changeBetween(game: string, before: KnownRating[], after: KnownRating[]): RatingChange | null {
    const id = game.split(":")[0];
    const gamesBefore = (key: string) => before.find((known) => known.game === key);
    const counted = after.find(
        ({ game, games }) => game.split(":")[0] === id && games > (gamesBefore(game)?.games ?? 0),
    );
    if (!counted) return null;
    return { before: gamesBefore(counted.game)?.rating ?? FIRST_RATING, after: counted.rating };
}

const key = (table: string) => `menagerie.ratings.${table}`;

/** The ratings before a match. The tab keeps them, so that a reload does not lose them. */
export async function ratingsBefore(table: Table): Promise<RatingsBefore | null> {
    try {
        const kept = sessionStorage.getItem(key(table.id));
        if (kept) return JSON.parse(kept) as RatingsBefore;
    } catch {
        // Without storage the ratings are asked for again.
    }
    // After the end it is too late to learn them.
    if (!table.rated || table.stage !== "playing") return null;
    const profiles = await Promise.all(accountsOf(table).map(([, account]) => profile(account)));
    const known = Object.fromEntries(profiles.map(({ name, ratings }) => [name, ratings]));
    try {
        sessionStorage.setItem(key(table.id), JSON.stringify(known));
    } catch {
        // Without storage a reload loses the ratings before the match.
    }
    return known;
}

const TRIES = 5;
const BETWEEN = 800;

/** The changes by seat, once the server has counted the match. Seats whose change is not known are left out. */
export async function ratingChanges(table: Table, before: RatingsBefore): Promise<Map<string, RatingChange>> {
    const changes = new Map<string, RatingChange>();
    for (let attempt = 0; attempt < TRIES; attempt++) {
        for (const [seat, account] of accountsOf(table)) {
            if (changes.has(seat) || !before[account]) continue;
            const change = changeBetween(table.game, before[account], (await profile(account)).ratings);
            if (change) changes.set(seat, change);
        }
        if (changes.size === Object.keys(before).length) break;
        await new Promise((done) => setTimeout(done, BETWEEN));
    }
    return changes;
}

/** `+12`, `−7`, `±0`. */
export function signed(difference: number): string {
    if (difference === 0) return "±0";
    return difference > 0 ? `+${difference}` : `−${-difference}`;
}
