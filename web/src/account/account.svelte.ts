/** Who is signed in at this browser, and the wish to be. Nobody needs an account but for rated matches. */

import * as calls from "../api/accounts";
import { ServerError } from "../api/http";

const KEY = "menagerie.account";

/**
 * The name of the account is noted beside the session's cookie, which scripts cannot see: the name stands there at once,
 * and guests' browsers ask the server nothing.
 */
function noted(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

function note(name: string | null): void {
    account.name = name;
    try {
        if (name === null) localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, name);
    } catch {
        // A browser that keeps nothing is signed in until the page is closed.
    }
}

export const account: { name: string | null } = $state({ name: noted() });

/** The dialogue: whether it was ever asked for, whether it is open, and why it opened, if not by a person's own wish. */
export const signing: { asked: boolean; open: boolean; why: string } = $state({ asked: false, open: false, why: "" });

export function askToSignIn(why = ""): void {
    Object.assign(signing, { asked: true, open: true, why });
}

export async function signIn(name: string, password: string): Promise<void> {
    note((await calls.signIn(name, password)).name);
}

export async function register(name: string, password: string): Promise<void> {
    note((await calls.register(name, password)).name);
}

/** A session that has ended already is no reason to stay. */
export async function signOut(): Promise<void> {
    await calls.signOut().catch((error: unknown) => {
        if (!needsAccount(error)) throw error;
    });
    note(null);
}

/** Whether the server refused because it knows no account of whoever asked. */
export function needsAccount(error: unknown): boolean {
    return error instanceof ServerError && error.refused?.code === "not-allowed";
}

/** Asks the server whether the session still counts: it may have been ended from elsewhere. */
export async function verify(): Promise<void> {
    if (account.name === null) return;
    try {
        note((await calls.me()).name);
    } catch (error) {
        // A server that does not answer says nothing about the session.
        if (needsAccount(error)) note(null);
    }
}

/** Asks once, then follows what other windows of this browser do; call inside an effect. */
export function followAccount(): () => void {
    void verify();
    const heard = ({ key }: StorageEvent) => {
        if (key === KEY || key === null) account.name = noted();
    };
    addEventListener("storage", heard);
    return () => removeEventListener("storage", heard);
}

/** Shows the dialogue if something was refused for want of an account; says whether it was. */
export async function offerToSignIn(error: unknown): Promise<boolean> {
    if (!needsAccount(error)) return false;
    await verify();
    if (account.name !== null) return false;
    askToSignIn((error as ServerError).message);
    return true;
}
