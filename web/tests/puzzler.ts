/** The puzzles of the games, with their solutions. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GAMES } from "./player";

export interface StoredPuzzle {
    id: string;
    position: string;
    line: string[];
    rating: number;
}

const fileOf = (game: string) => join(import.meta.dirname, "../../crates/games", game, "puzzles.jsonl");

export const gamesWithPuzzles = () => GAMES.filter((game) => existsSync(fileOf(game)));

/** The puzzles of a game's collection, the shortest first. */
export function puzzlesOf(game: string): StoredPuzzle[] {
    const lines = readFileSync(fileOf(game), "utf8").trim().split("\n").slice(1);
    return lines.map((line) => JSON.parse(line) as StoredPuzzle).sort((a, b) => a.line.length - b.line.length);
}
