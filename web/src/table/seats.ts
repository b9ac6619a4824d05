/** The seats that this browser holds at tables: whoever has a token plays the seat. */

const KEY = "menagerie.seats";
/** Tables that were not touched for longer are forgotten when there are too many. */
const MOST = 60;

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
    const kept = [...rest, [table, [...held]] as const].slice(-MOST);
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

/** Tables at which this browser has a seat, newest first. */
export function tablesHere(): string[] {
    return Object.keys(all()).reverse();
}
