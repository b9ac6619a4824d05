/** The learner's stars: in the browser's local storage, and with an account on the server. */

import { account } from "../account/account.svelte";
import { courses, mergeProgress } from "../api/lessons";
import type { CourseSummary, LessonProgress } from "../wire";

const KEY = "menagerie.lessons";

type Stars = LessonProgress["stars"];

const isStars = (value: unknown): value is number =>
    typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 3;

/** The stars in a stored text. What is malformed is left out. */
export function parseStars(text: string | null): Stars {
    try {
        const found = JSON.parse(text ?? "{}") as Record<string, Record<string, unknown>>;
        const games = Object.entries(found).map(
            ([game, levels]) => [game, Object.entries(levels).filter(([, stars]) => isStars(stars))] as const,
        );
        return Object.fromEntries(games.map(([game, levels]) => [game, Object.fromEntries(levels)])) as Stars;
    } catch {
        return {};
    }
}

/** Of each level the larger number of stars. */
export function mergeStars(one: Stars, other: Stars): Stars {
    const merged: Stars = {};
    for (const all of [one, other])
        for (const [game, levels] of Object.entries(all))
            for (const [level, stars] of Object.entries(levels)) {
                const known = (merged[game] ??= {});
                known[level] = Math.max(known[level] ?? 0, stars);
            }
    return merged;
}

/** The stars of levels that exist. The server refuses all if one is unknown, as from another version. */
export function ofLevels(stars: Stars, known: CourseSummary[]): Stars {
    const kept = known.map(({ game, chapters }) => {
        const levels = chapters.flatMap(({ levels }) => levels.map(({ id }) => id));
        return [game, levels.flatMap((id) => (stars[game]?.[id] ? [[id, stars[game][id]] as const] : []))] as const;
    });
    const some = kept.filter(([, levels]) => levels.length > 0);
    return Object.fromEntries(some.map(([game, levels]) => [game, Object.fromEntries(levels)]));
}

function stored(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

export const progress: { stars: Stars } = $state({ stars: parseStars(stored()) });

/** Adds stars to those of this browser, and to what its other windows have stored. */
function keep(stars: Stars): void {
    progress.stars = mergeStars(mergeStars(progress.stars, parseStars(stored())), stars);
    try {
        localStorage.setItem(KEY, JSON.stringify(progress.stars));
    } catch {
        // Without storage the stars last until the page is closed.
    }
}

/** Sends stars to the account and adds those that it has. Without an answer the next call sends them again. */
async function exchange(stars: Stars): Promise<void> {
    try {
        keep((await mergeProgress({ stars })).stars);
    } catch {
        // The stars stay in this browser.
    }
}

/** Exchanges all stars with the account, if there is one. Call it after signing in. */
export async function syncProgress(): Promise<void> {
    if (account.name === null) return;
    try {
        await exchange(ofLevels(progress.stars, await courses()));
    } catch {
        // The stars stay in this browser.
    }
}

/** Stores the stars of a solved level. */
export async function award(game: string, level: string, stars: number): Promise<void> {
    keep({ [game]: { [level]: stars } });
    if (account.name !== null) await exchange({ [game]: { [level]: progress.stars[game]![level]! } });
}
