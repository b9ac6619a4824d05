/** The account that is signed in in this browser, and the state of the sign-in dialog. Only rated matches need an account. */

import * as calls from "../api/accounts";
import { ServerError } from "../api/http";

const KEY = "menagerie.account";

/**
 * Local storage holds the account's name, because scripts cannot read the session cookie. The page shows the name at once,
 * and the browsers of guests send no request.
 */
function storedName(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

function setName(name: string | null): void {
    account.name = name;
    try {
        if (name === null) localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, name);
    } catch {
        // Without storage the page knows the name until it is closed.
    }
}

export const account: { name: string | null } = $state({ name: storedName() });

/** The sign-in dialog: whether it was loaded, whether it is open, and the refusal that opened it, if any. */
export const signInDialog: { loaded: boolean; open: boolean; why: string } = $state({
    loaded: false,
    open: false,
    why: "",
});

export function openSignIn(why = ""): void {
    Object.assign(signInDialog, { loaded: true, open: true, why });
}

export async function signIn(name: string, password: string): Promise<void> {
    setName((await calls.signIn(name, password)).name);
}

export async function register(name: string, password: string): Promise<void> {
    setName((await calls.register(name, password)).name);
}

/** If the session has ended already, this also counts as signed out. */
export async function signOut(): Promise<void> {
    await calls.signOut().catch((error: unknown) => {
        if (!needsAccount(error)) throw error;
    });
    setName(null);
}

/** Whether the server refused because the request has no valid session. */
export function needsAccount(error: unknown): boolean {
    return error instanceof ServerError && error.refused?.code === "not-allowed";
}

/** Asks the server whether the session is still valid: another browser may have ended it. */
export async function verify(): Promise<void> {
    if (account.name === null) return;
    try {
        setName((await calls.me()).name);
    } catch (error) {
        // If the server does not answer, the session may still be valid.
        if (needsAccount(error)) setName(null);
    }
}

/** Asks the server once, then follows the other windows of this browser. Call it inside an effect. */
export function watchAccount(): () => void {
    void verify();
    const changed = ({ key }: StorageEvent) => {
        if (key === KEY || key === null) account.name = storedName();
    };
    addEventListener("storage", changed);
    return () => removeEventListener("storage", changed);
}

/** Opens the sign-in dialog if the server refused a request of a guest. Returns whether it did. */
export async function offerToSignIn(error: unknown): Promise<boolean> {
    if (!needsAccount(error)) return false;
    await verify();
    if (account.name !== null) return false;
    openSignIn((error as ServerError).message);
    return true;
}
