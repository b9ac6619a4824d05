/**
 * Dice commitments, so that the server cannot choose the dice. The server commits to its secret before it learns this
 * browser's nonce. The browser stores both and compares them with the record after the match.
 */

import { t } from "../messages";
import type { CreateTable, Join, Seated, Table } from "../wire";
import { commit, createLocalTable, createTable, join, localCommit, nonce, record } from "./http";

const KEY = "menagerie.dice";
/** Tables whose notes are stored; the oldest are dropped. */
const MOST = 60;

/** The server's commitment (`told`) and this browser's nonces (`added`). Older versions stored the same field names. */
export interface DiceNote {
    told: string;
    added: string[];
}

function all(): Record<string, DiceNote> {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, DiceNote>;
    } catch {
        return {};
    }
}

function save(table: string, note: DiceNote): void {
    const rest = Object.entries(all()).filter(([id]) => id !== table);
    try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...rest, [table, note]].slice(-MOST))));
    } catch {
        // Without storage there is no check after the match. The check at its start still took place.
    }
}

/** Returns `seated` if its table shows the commitment that was given before; else throws. */
function checked(note: DiceNote | null, seated: Seated): Seated {
    if (!note) return seated;
    if (seated.table.commitment !== note.told) throw new Error(t("api-dice-broken"));
    save(seated.table.id, note);
    return seated;
}

/** Where a table is made: at the server, or in this browser. */
const SERVER = { commit, createTable };
const BROWSER = { commit: localCommit, createTable: createLocalTable };

export async function makeTable(
    wanted: Omit<CreateTable, "nonce" | "commitment">,
    chance: boolean,
    local = false,
): Promise<Seated> {
    const { commit, createTable } = local ? BROWSER : SERVER;
    if (!chance) return createTable({ ...wanted, nonce: null });
    const commitment = await commit();
    const note = { told: commitment.commitment, added: [nonce()] };
    return checked(note, await createTable({ ...wanted, commitment: commitment.id, nonce: note.added[0]! }));
}

/** Takes a seat at a table, whose commitment was read before. */
export async function sitDown(table: Table, who: Omit<Join, "nonce">): Promise<Seated> {
    const added = nonce();
    const note = table.commitment ? { told: table.commitment, added: [added] } : null;
    return checked(note, await join(table.id, { ...who, nonce: added }));
}

const rematchOf = (table: string) => `${table}/rematch`;

/** The nonces of this screen's seats for the dice of a rematch. Empty if the game has no chance. */
export function rematchNonces(table: Table, seats: number): string[] {
    const told = table.nextCommitment;
    if (!told) return [];
    // A second call gives the same nonces.
    const note = all()[rematchOf(table.id)] ?? { told, added: Array.from({ length: seats }, nonce) };
    save(rematchOf(table.id), note);
    return note.added;
}

/** Whether a rematch shows the commitment that the server gave before it. */
export function rematchKeepsCommitment(before: string, rematch: Table): boolean {
    const note = all()[rematchOf(before)];
    if (!note) return true;
    save(rematch.id, note);
    return note.told === rematch.commitment;
}

/** Compares the stored note of a finished match with its record. Null if nothing was stored. */
export async function checkDice(table: string): Promise<(DiceNote & { matches: boolean }) | null> {
    const note = all()[table];
    if (!note) return null;
    const { dice } = JSON.parse(await record(table, "application/json")) as {
        dice?: { commitment: string; nonces: string[] };
    };
    const matches = dice?.commitment === note.told && note.added.every((own) => dice.nonces.includes(own));
    return { ...note, matches };
}
