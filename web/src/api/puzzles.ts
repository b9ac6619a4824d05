/** HTTP calls about puzzles. */

import type {
    LessonRequest,
    LessonResponse,
    Puzzle,
    PuzzleCollection,
    PuzzleResult,
    PuzzleResultRequest,
} from "../wire";
import { encoded, get, post } from "./http";

export const collections = () => get<PuzzleCollection[]>("/api/puzzles");
export const puzzle = (id: string) => get<Puzzle>(`/api/puzzles/${encoded(id)}`);
export const dailyPuzzle = (game: string) => get<Puzzle>(`/api/puzzles/${encoded(game)}/daily`);

/** What the next puzzle should be like. Without a rating it is that of the account. */
export interface Wanted {
    rating: number | null;
    theme: string;
    exclude: string[];
}

export function nextPuzzle(game: string, { rating, theme, exclude }: Wanted): Promise<Puzzle> {
    const query = new URLSearchParams();
    if (rating !== null) query.set("rating", `${Math.round(rating)}`);
    if (theme) query.set("theme", theme);
    if (exclude.length > 0) query.set("exclude", exclude.join(","));
    return get<Puzzle>(`/api/puzzles/${encoded(game)}/next?${query}`);
}

/** A puzzle after the solver's actions. Without `rated` no rating changes. */
export const tryPuzzle = (id: string, body: LessonRequest, rated: boolean) =>
    post<LessonResponse>(`/api/puzzles/${encoded(id)}/try?rated=${rated}`, body);

/** Ends an attempt. */
export const endPuzzle = (id: string, body: PuzzleResultRequest, rated: boolean) =>
    post<PuzzleResult>(`/api/puzzles/${encoded(id)}/result?rated=${rated}`, body);
