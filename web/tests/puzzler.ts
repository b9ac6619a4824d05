/** The puzzles of the games, with their solutions. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface StoredPuzzle {
    id: string;
    position: string;
    line: string[];
    rating: number;
}

/** The puzzles of a game's collection, the shortest first. */
export function puzzlesOf(game: string): StoredPuzzle[] {
    const file = join(import.meta.dirname, "../../crates/games", game, "puzzles.jsonl");
    const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
    return lines.map((line) => JSON.parse(line) as StoredPuzzle).sort((a, b) => a.line.length - b.line.length);
}
