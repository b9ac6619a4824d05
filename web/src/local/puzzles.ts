/** The puzzles of the games, which the module does not contain. They are loaded when a call needs them. */

import type { Documents } from "./documents";

const urls = import.meta.glob<string>("./puzzles/*.jsonl", { query: "?url", import: "default", eager: true });
/** The games that have puzzles. */
const KNOWN = Object.keys(urls).map((file) => file.replace(/^.*\/|\.jsonl$/g, ""));

/** What the module gets of a game. `crates/browser/src/message.rs` has the same. The first line of a file is its header. */
export function puzzlesInput(game: string, file: string, rules: string): object {
    const puzzles = file.trim().split("\n").slice(1);
    return { t: "puzzles", game, rules, puzzles: `[${puzzles.join(",")}]` };
}

/** The games that a call is about: one, or all for the list. Its second part is a game or a puzzle's id. */
export function gamesOfCall(path: string, all: string[] = KNOWN): string[] {
    const [, part] = /^\/api\/puzzles(?:\/([^/?]+))?/.exec(path) ?? [];
    if (part === undefined) return /^\/api\/puzzles\b/.test(path) ? all : [];
    const named = decodeURIComponent(part).split(":")[0]!;
    return all.filter((game) => named === game || named.replace(/-[0-9a-f]+$/, "") === game);
}

/** The puzzles of a game. Null for a game without any, and where they cannot be loaded. */
export async function loadPuzzles(game: string, documents: Documents): Promise<object | null> {
    const url = urls[`./puzzles/${game}.jsonl`];
    const response = url ? await fetch(url).catch(() => null) : null;
    if (!response?.ok) return null;
    return puzzlesInput(game, await response.text(), documents[`${game}/rules.md`] ?? "");
}
