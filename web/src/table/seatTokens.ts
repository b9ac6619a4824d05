/** Seat tokens in the browser's local storage. The holder of a token plays the seat. */

import type { Table } from "../wire";

const KEY = "menagerie.seats";
const OVER_KEY = "menagerie.over";
const MADE_KEY = "menagerie.made";
/** Above this number of tables the browser forgets finished games, the oldest first. */
const MOST = 60;
/** The most tables, finished or not. */
const LIMIT = 400;

export type Tokens = [seat: string, token: string][];

/** Stands for the token of a seat that the browser plays by its session: the signed-in account holds the seat. */
export const BY_SESSION = "session";

/** The seat of the signed-in account at a table, for a browser that has no token of it. */
export function seatByAccount(table: Pick<Table, "seats">, name: string | null): Tokens {
    const held = table.seats.find(({ player }) => player.kind === "person" && name !== null && player.account === name);
    return held ? [[held.seat, BY_SESSION]] : [];
}

/** Whether a browser plays by its session. */
export const isBySession = (tokens: Tokens): boolean => tokens.some(([, token]) => token === BY_SESSION);

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

export function saveTokens(table: string, tokens: Tokens): void {
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
    const remembered = [...rest.filter(([id]) => !forgotten.has(id)), [table, [...held]] as const].slice(-LIMIT);
    try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(remembered)));
    } catch {
        // Without storage the tokens stay in memory until the page is closed.
        memory.set(table, [...held]);
    }
}

const memory = new Map<string, Tokens>();

/** The tokens for a table, from storage or from memory. */
export function loadTokens(table: string): Tokens {
    const stored = tokensOf(table);
    return stored.length > 0 ? stored : (memory.get(table) ?? []);
}

/** Tables whose game is over. They need no request to the server. */
export function tablesOver(): Set<string> {
    try {
        return new Set(JSON.parse(localStorage.getItem(OVER_KEY) ?? "[]") as string[]);
    } catch {
        return new Set();
    }
}

/** Stores that this browser created a table. Only its creator may close it. */
export function markMade(table: string): void {
    try {
        localStorage.setItem(MADE_KEY, JSON.stringify([...tablesMade(), table].slice(-MOST)));
    } catch {
        // Without storage the player cannot close the table. It closes by itself if nobody joins.
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
        // Without storage the start screen looks up every table again.
    }
}

/** Tables at which this browser has a seat, newest first. */
export function tablesHere(): string[] {
    return Object.keys(all()).reverse();
}
