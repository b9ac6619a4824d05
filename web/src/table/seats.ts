/** The seats that this browser holds at tables: whoever has a token plays the seat. */

const KEY = "menagerie.seats";
const OVER_KEY = "menagerie.over";
const MADE_KEY = "menagerie.made";
/** Above this number of tables those whose game is over are forgotten, the oldest first. */
const MOST = 60;
/** No browser remembers more tables, whatever their games are doing. */
const LIMIT = 400;

export type Tokens = [seat: string, token: string][];

function all(): Record<string, Tokens> {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Tokens>;
    } catch {
        return {};
    }
}

function tokensOf(table: string): Tokens {
    return all()[table] ?? [];
}

export function keepTokens(table: string, tokens: Tokens): void {
    const rest = Object.entries(all()).filter(([id]) => id !== table);
    const held = new Map([...tokensOf(table), ...tokens]);
    const over = tablesOver();
    const excess = rest.length + 1 - MOST;
    const forgotten = new Set(
        rest
            .map(([id]) => id)
            .filter((id) => over.has(id))
            .slice(0, Math.max(0, excess)),
    );
    const kept = [...rest.filter(([id]) => !forgotten.has(id)), [table, [...held]] as const].slice(-LIMIT);
    try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
    } catch {
        // Without storage the seat is held until the page is closed: tokens also travel in memory.
        memory.set(table, [...held]);
    }
}

const memory = new Map<string, Tokens>();

/** The tokens for a table, from storage or from this visit. */
export function heldAt(table: string): Tokens {
    const stored = tokensOf(table);
    return stored.length > 0 ? stored : (memory.get(table) ?? []);
}

/** Tables whose game is known to be over: they need not be looked up to be left out. */
export function tablesOver(): Set<string> {
    try {
        return new Set(JSON.parse(localStorage.getItem(OVER_KEY) ?? "[]") as string[]);
    } catch {
        return new Set();
    }
}

/** Remembers that this browser made a table: only its maker may close it. */
export function markMade(table: string): void {
    try {
        localStorage.setItem(MADE_KEY, JSON.stringify([...tablesMade(), table].slice(-MOST)));
    } catch {
        // Without storage the table closes by itself when nobody comes.
    }
}

export function tablesMade(): string[] {
    try {
        return JSON.parse(localStorage.getItem(MADE_KEY) ?? "[]") as string[];
    } catch {
        return [];
    }
}

export function markOver(tables: string[]): void {
    const known = all();
    const over = [...tablesOver(), ...tables].filter((id) => id in known);
    try {
        localStorage.setItem(OVER_KEY, JSON.stringify([...new Set(over)]));
    } catch {
        // Without storage every table is looked up again.
    }
}

/** Tables at which this browser has a seat, newest first. */
export function tablesHere(): string[] {
    return Object.keys(all()).reverse();
}
