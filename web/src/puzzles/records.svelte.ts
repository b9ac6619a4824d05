/** What this browser keeps of puzzles: the rating of a guest, puzzles already seen, and the best runs. */

import type { PuzzleRating } from "../wire";

const KEY = "menagerie.puzzles";
/** The most puzzles of a game that are remembered as seen. */
const MOST_SEEN = 150;
/** Glicko-2's first rating. */
export const FIRST: PuzzleRating = { value: 1500, deviation: 350, volatility: 0.06, games: 0 };

export type Best = "streak" | "timed";

interface GameRecords {
    rating?: PuzzleRating;
    seen?: string[];
    best?: Partial<Record<Best, number>>;
}

type Records = Record<string, GameRecords>;

/** The records in a stored text. What is malformed is left out. */
export function parseRecords(text: string | null): Records {
    try {
        const found = JSON.parse(text ?? "{}") as unknown;
        if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
        return Object.fromEntries(
            Object.entries(found as Records).map(([game, kept]) => [
                game,
                {
                    rating: isRating(kept?.rating) ? kept.rating : undefined,
                    seen: Array.isArray(kept?.seen) ? kept.seen.filter((id) => typeof id === "string") : [],
                    best: kept?.best ?? {},
                },
            ]),
        );
    } catch {
        return {};
    }
}

const isRating = (it: unknown): it is PuzzleRating =>
    typeof it === "object" &&
    it !== null &&
    Object.keys(FIRST).every((key) => Number.isFinite((it as Record<string, unknown>)[key]));

function stored(): Records {
    try {
        return parseRecords(localStorage.getItem(KEY));
    } catch {
        return {};
    }
}

const records: { all: Records } = $state({ all: stored() });

function change(game: string, changed: GameRecords): void {
    records.all = { ...records.all, [game]: { ...records.all[game], ...changed } };
    try {
        localStorage.setItem(KEY, JSON.stringify(records.all));
    } catch {
        // Without storage the records last until the page is closed.
    }
}

export const guestRating = (game: string): PuzzleRating => records.all[game]?.rating ?? FIRST;
export const setGuestRating = (game: string, rating: PuzzleRating) => change(game, { rating });
export const seenPuzzles = (game: string): string[] => records.all[game]?.seen ?? [];

export function addSeen(game: string, id: string): void {
    const others = seenPuzzles(game).filter((other) => other !== id);
    change(game, { seen: [...others, id].slice(-MOST_SEEN) });
}

export const bestRun = (game: string, kind: Best): number => records.all[game]?.best?.[kind] ?? 0;

export function addRun(game: string, kind: Best, count: number): void {
    if (count > bestRun(game, kind)) change(game, { best: { ...records.all[game]?.best, [kind]: count } });
}
