/** HTTP calls about accounts. The session is an `HttpOnly` cookie, which scripts cannot read. */

import type { Ended, Table } from "../wire";
import { encoded, get, post, remove, send } from "./http";

export interface Account {
    name: string;
    bot: boolean;
    created: number;
}

/** A rating in one game. */
export interface Rating {
    game: string;
    /** The name for players: the game, and the number of players where it matters. */
    name: string;
    rating: number;
    deviation: number;
    games: number;
    /** The rating has a large deviation and still changes quickly. */
    provisional: boolean;
}

export interface Profile extends Account {
    ratings: Rating[];
}

/** A table and how it ended. */
export interface HistoryEntry {
    table: Table;
    ended?: Ended;
}

/** One page of an account's matches, newest first. `next` is the cursor of the following page. */
export interface History {
    tables: HistoryEntry[];
    next?: string;
}

/** A running game of the signed-in account. */
export interface AccountGame {
    gameId: string;
    isMyTurn: boolean;
    opponent: { username: string; rating?: number | null; ai?: number };
    variant: { key: string };
    /** Without a time control there is none. */
    secondsLeft?: number;
}

/** A session or an API token. */
export interface Credential {
    id: number;
    label: string;
    scopes?: string[];
    created: number;
    used: number;
    /** Whether it is the session of this browser. */
    this: boolean;
}

export const me = () => get<Account>("/api/account");
export const register = (name: string, password: string) => post<Account>("/api/account", { name, password });
export const signIn = (name: string, password: string) => post<Account>("/api/session", { name, password });
export const signOut = () => remove("/api/session");
export const changePassword = (old: string, wanted: string) => send("/api/account/password", { old, new: wanted });

export const profile = (name: string) => get<Profile>(`/api/players/${encoded(name)}`);
export const history = (name: string, after?: string) =>
    get<History>(`/api/players/${encoded(name)}/history${after ? `?after=${encoded(after)}` : ""}`);

/** The account's running games, private ones too, newest first. */
export const accountGames = async () =>
    (await get<{ nowPlaying: AccountGame[] }>("/api/account/playing?nb=50")).nowPlaying;

export const sessions = () => get<Credential[]>("/api/account/sessions");
export const endSession = (id: number) => remove(`/api/account/sessions/${id}`);
export const endOtherSessions = () => remove("/api/account/sessions");

export const tokens = () => get<Credential[]>("/api/account/tokens");
export const makeToken = (label: string, scopes: string[]) =>
    post<{ id: number; token: string }>("/api/account/tokens", { label, scopes });
export const revokeToken = (id: number) => remove(`/api/account/tokens/${id}`);
