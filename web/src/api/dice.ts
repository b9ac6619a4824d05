/**
 * Dice that the server cannot choose: it commits itself before it learns what this browser adds to them, and this browser
 * notes both and looks whether they are in the record at the end.
 */

import type { CreateTable } from "../wire/CreateTable";
import type { Join } from "../wire/Join";
import type { Seated } from "../wire/Seated";
import type { Table } from "../wire/Table";
import { commit, createTable, join, nonce, record } from "./http";

const KEY = "menagerie.dice";
/** The oldest are forgotten when there are more. */
const MOST = 60;

/** What the server had committed itself to, and what was added afterwards. */
export interface Noted {
    told: string;
    added: string[];
}

export const BROKEN_WORD =
    "The server did not keep its word: this table's dice are not those that it had committed itself to, or leave out what you added. Do not trust them.";

function all(): Record<string, Noted> {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Noted>;
    } catch {
        return {};
    }
}

function note(table: string, noted: Noted): void {
    const rest = Object.entries(all()).filter(([id]) => id !== table);
    try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...rest, [table, noted]].slice(-MOST))));
    } catch {
        // Without storage nothing can be compared at the end; what is compared at the beginning was.
    }
}

/** A table at which one sits, if it shows what was told before. */
function checked(noted: Noted | null, seated: Seated): Seated {
    if (!noted) return seated;
    if (seated.table.commitment !== noted.told) throw new Error(BROKEN_WORD);
    note(seated.table.id, noted);
    return seated;
}

export async function makeTable(wanted: Omit<CreateTable, "nonce" | "commitment">, chance: boolean): Promise<Seated> {
    if (!chance) return createTable({ ...wanted, nonce: null });
    const told = await commit();
    const noted = { told: told.commitment, added: [nonce()] };
    return checked(noted, await createTable({ ...wanted, commitment: told.id, nonce: noted.added[0]! }));
}

/** Sits down at a table that was looked at before. */
export async function sitDown(table: Table, who: Omit<Join, "nonce">): Promise<Seated> {
    const added = nonce();
    const noted = table.commitment ? { told: table.commitment, added: [added] } : null;
    return checked(noted, await join(table.id, { ...who, nonce: added }));
}

const rematchOf = (table: string) => `${table}/rematch`;

/** What so many seats at this screen add to the dice of a rematch; nothing where nothing is left to chance. */
export function addToRematch(table: Table, seats: number): string[] {
    const told = table.nextCommitment;
    if (!told) return [];
    // Asked again, one adds the same.
    const noted = all()[rematchOf(table.id)] ?? { told, added: Array.from({ length: seats }, nonce) };
    note(rematchOf(table.id), noted);
    return noted.added;
}

/** Whether a rematch has the dice that the server had committed itself to. */
export function isRematchTrue(before: string, rematch: Table): boolean {
    const noted = all()[rematchOf(before)];
    if (!noted) return true;
    note(rematch.id, noted);
    return noted.told === rematch.commitment;
}

/** What was noted for a match that is over, and whether its record has it; null if nothing was noted. */
export async function compared(table: string): Promise<(Noted & { kept: boolean }) | null> {
    const noted = all()[table];
    if (!noted) return null;
    const { dice } = JSON.parse(await record(table, "application/json")) as {
        dice?: { commitment: string; nonces: string[] };
    };
    const kept = dice?.commitment === noted.told && noted.added.every((own) => dice.nonces.includes(own));
    return { ...noted, kept };
}
