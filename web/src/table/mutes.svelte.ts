/** People whose chat messages this browser hides. The list is in local storage; other people do not learn of it. */

import type { ChatMessage, Table } from "../wire";

const KEY = "menagerie.muted";
/** The oldest entries are dropped. */
const MOST = 200;

/** `id` is an account, or a guest's seat at one table: many guests have the same name. */
export interface Muted {
    id: string;
    name: string;
}

function stored(): Muted[] {
    try {
        const list = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Muted[];
        return Array.isArray(list) ? list.filter((one) => typeof one?.id === "string") : [];
    } catch {
        return [];
    }
}

export const mutes: { list: Muted[] } = $state({ list: typeof localStorage === "undefined" ? [] : stored() });

function save(list: Muted[]): void {
    mutes.list = list.slice(-MOST);
    try {
        localStorage.setItem(KEY, JSON.stringify(mutes.list));
    } catch {
        // Without storage the list lasts until the page is closed.
    }
}

/** The author of a message: the account, or else the seat or the spectator's name at this table. */
export function authorOf(message: ChatMessage, table: Table): Muted {
    const player = table.seats.find(({ seat }) => seat === message.seat)?.player;
    const account = player?.kind === "person" ? player.account : null;
    const id = account
        ? `account:${account.toLowerCase()}`
        : `table:${table.id}:${message.seat ?? `spectator ${message.name}`}`;
    return { id, name: message.name };
}

export const isMuted = ({ id }: Muted): boolean => mutes.list.some((one) => one.id === id);

export function mute(author: Muted): void {
    if (!isMuted(author)) save([...mutes.list, author]);
}

export function unmute({ id }: Muted): void {
    save(mutes.list.filter((one) => one.id !== id));
}
