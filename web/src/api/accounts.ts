/** Calls about accounts. The session is a cookie that no script sees. */

import type { Ended } from "../wire/Ended";
import type { Table } from "../wire/Table";
import { at, end, get, post, send } from "./http";

export interface Me {
    name: string;
    bot: boolean;
    created: number;
}

/** A rating in one game. */
export interface Rated {
    game: string;
    /** What people call it: the game, and the number of players where that matters. */
    name: string;
    rating: number;
    deviation: number;
    games: number;
    /** The number still moves much. */
    provisional: boolean;
}

export interface Profile extends Me {
    ratings: Rated[];
}

/** A table and how it ended. */
export interface Played {
    table: Table;
    ended?: Ended;
}

/** A part of what an account has played, newest first; `next` leads to older ones. */
export interface History {
    tables: Played[];
    next?: string;
}

/** A session or an API token. */
export interface Listed {
    id: number;
    label: string;
    scopes?: string[];
    created: number;
    used: number;
    /** Whether it is the session of this browser. */
    this: boolean;
}

export const me = () => get<Me>("/api/account");
export const register = (name: string, password: string) => post<Me>("/api/account", { name, password });
export const signIn = (name: string, password: string) => post<Me>("/api/session", { name, password });
export const signOut = () => end("/api/session");
export const changePassword = (old: string, wanted: string) => send("/api/account/password", { old, new: wanted });

export const profile = (name: string) => get<Profile>(`/api/players/${at(name)}`);
export const history = (name: string, after?: string) =>
    get<History>(`/api/players/${at(name)}/history${after ? `?after=${at(after)}` : ""}`);

export const sessions = () => get<Listed[]>("/api/account/sessions");
export const endSession = (id: number) => end(`/api/account/sessions/${id}`);
export const endOtherSessions = () => end("/api/account/sessions");

export const tokens = () => get<Listed[]>("/api/account/tokens");
export const makeToken = (label: string, scopes: string[]) =>
    post<{ id: number; token: string }>("/api/account/tokens", { label, scopes });
export const revokeToken = (id: number) => end(`/api/account/tokens/${id}`);
