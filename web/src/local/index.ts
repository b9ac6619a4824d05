/** Whether this browser is its own server, and the way to it. The server itself is loaded when it is needed. */

import { settings } from "../settings/settings.svelte";
import { moduleUrl } from "./assets";
import { isLocalPath } from "./ids";
import type { LocalRequest, LocalServer } from "./localServer";

let started: LocalServer | null = null;

/** Whether the page can do without a server. */
export const canBeLocal = () =>
    moduleUrl !== undefined && typeof WebAssembly === "object" && typeof Worker === "function";

/** Whether games against the computer and analyses run here: the player's choice, where the browser can. */
export const prefersLocal = () => canBeLocal() && settings.computer === "browser";

/** The local server. It starts with the first call. */
export async function local(): Promise<LocalServer> {
    const { startLocalServer } = await import("./localServer");
    return (started = await startLocalServer());
}

/** Starts the local server before it is needed, so that the boards of a screen need no call to the server. */
export function warmUp(): void {
    if (prefersLocal()) local().catch(() => {});
}

/** Whether this browser answers questions about a view at once. */
export const isWarm = () => started !== null && prefersLocal();

/** Calls that need neither tables of others nor accounts. */
const PURE = /^\/api\/(games|lessons|scene|reach|arrange)\b/;

/** What the server knows more about: ratings of puzzles and of accounts. */
const PUZZLES = /^\/api\/puzzles\b/;

/** Whether a call is answered here: about a table of this browser, or a pure one once the local server has started. */
export const isAnsweredHere = (path: string) => isLocalPath(path) || (started !== null && PURE.test(path));

/** Whether a call that did not reach the server can be answered here. */
export const isAnsweredOffline = (path: string) => canBeLocal() && (PURE.test(path) || PUZZLES.test(path));

/** Answers a call of `fetch` here. */
export async function localFetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const token = headers.get("authorization")?.replace(/^Bearer /, "");
    const accept = headers.get("accept") ?? undefined;
    const body = typeof init.body === "string" ? init.body : "";
    const request: LocalRequest = { method: init.method ?? "GET", path, body, token, accept };
    return (await local()).call(request);
}
