/** Tables at which this tab waits for an opponent, and the game against the computer that fills the time. */

const AWAITED_KEY = "menagerie.awaited";
const MEANWHILE_KEY = "menagerie.meanwhile";

function ids(): string[] {
    try {
        return JSON.parse(sessionStorage.getItem(AWAITED_KEY) ?? "[]") as string[];
    } catch {
        return [];
    }
}

function store(key: string, value: string): void {
    try {
        sessionStorage.setItem(key, value);
    } catch {
        // Without storage a reload of the page forgets that the tab waits.
    }
}

export const isAwaited = (table: string): boolean => ids().includes(table);

export function awaited(table: string): void {
    if (!isAwaited(table)) store(AWAITED_KEY, JSON.stringify([...ids(), table].slice(-20)));
}

export function notAwaited(table: string): void {
    if (isAwaited(table)) store(AWAITED_KEY, JSON.stringify(ids().filter((id) => id !== table)));
}

/** Stores the table at which the player plays the computer while another table waits. */
export const setMeanwhile = (table: string): void => store(MEANWHILE_KEY, table);

export function isMeanwhile(table: string | null): boolean {
    try {
        return table !== null && sessionStorage.getItem(MEANWHILE_KEY) === table;
    } catch {
        return false;
    }
}
