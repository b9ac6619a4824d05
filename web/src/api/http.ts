/** The HTTP client: one function per API call. Every error is a sentence for players. */

import type {
    About,
    Analyse,
    ArrangeRequest,
    ArrangeResponse,
    Commitment,
    CreateTable,
    Game,
    Imported,
    Join,
    Lobby,
    LogPage,
    SceneRequest,
    SceneResponse,
    Reach,
    Refused,
    Seated,
    Table,
    Thought,
    Verdict,
} from "../wire";
import { t } from "../messages";

import { isAnsweredHere, isAnsweredOffline, local, localFetch, prefersLocal } from "../local";
import { BY_SESSION } from "../table/seatTokens";

/** The server refused a request, or could not be reached. */
export class ServerError extends Error {
    readonly refused: Refused | null;

    constructor(message: string, refused: Refused | null = null) {
        super(message);
        this.refused = refused;
    }
}

/** Asks the server, or this browser where it answers the call itself. */
async function fetched(path: string, init?: RequestInit): Promise<Response> {
    if (isAnsweredHere(path)) return localFetch(path, init);
    try {
        return await fetch(path, init);
    } catch (error) {
        if (!isAnsweredOffline(path)) throw error;
        return localFetch(path, init);
    }
}

export async function call(path: string, init?: RequestInit): Promise<Response> {
    let response: Response;
    try {
        response = await fetched(path, init);
    } catch {
        throw new ServerError(t("api-server-silent"));
    }
    return accepted(response);
}

/** The response, or its refusal as an error. */
async function accepted(response: Response): Promise<Response> {
    if (response.ok) return response;
    const refused = (await response.json().catch(() => null)) as Refused | null;
    throw new ServerError(refused?.error ?? t("api-server-error", { status: `${response.status}` }), refused);
}

export async function get<T>(path: string): Promise<T> {
    return (await (await call(path)).json()) as T;
}

export async function post<T>(path: string, body: object): Promise<T> {
    return (await (await send(path, body)).json()) as T;
}

export async function put<T>(path: string, body: object): Promise<T> {
    return (await (await send(path, body, undefined, "PUT")).json()) as T;
}

export function send(path: string, body: object, signal?: AbortSignal, method = "POST"): Promise<Response> {
    return call(path, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal,
    });
}

export const remove = (path: string) => call(path, { method: "DELETE" });

/** The header that shows the token of a seat. A session is shown by its cookie. */
const seatHeaders = (token: string | undefined): Record<string, string> =>
    token === undefined || token === BY_SESSION ? {} : { authorization: `Bearer ${token}` };

/** Closes a table that waits for players. Only its creator may, who shows the token of a seat there. */
export const cancelTable = (id: string, token: string) =>
    call(`/api/tables/${encoded(id)}`, { method: "DELETE", headers: seatHeaders(token) });

/** Reports a chat message to the operator. A player shows the token of a seat. */
export const reportMessage = (table: string, body: { token: string | null; message: number; reason: string }) =>
    send(`/api/tables/${encoded(table)}/report`, body.token === BY_SESSION ? { ...body, token: null } : body);

/** Escapes one segment of a path. */
export const encoded = (id: string) => encodeURIComponent(id);

export const about = () => get<About>("/api/about");
export const games = () => get<Game[]>("/api/games");
export const game = (id: string) => get<Game>(`/api/games/${encoded(id)}`);
export const lobby = () => get<Lobby>("/api/lobby");
export const table = (id: string) => get<Table>(`/api/tables/${encoded(id)}`);
export const commit = () => post<Commitment>("/api/commitments", {});
export const createTable = (body: CreateTable) => post<Seated>("/api/tables", body);

/** The same at this browser's own server. */
export const localCommit = () => localPost<Commitment>("/api/commitments", {});
export const createLocalTable = (body: CreateTable) => localPost<Seated>("/api/tables", body);

/** What a seat may know of a table: the text that the table's messages have, and whose view it is. */
export interface KnownView {
    game: string;
    viewer: string;
    text: string;
}

/** Where a piece could go, and why an action is legal or not, computed in this browser from a view. */
export const viewReach = (view: KnownView, place: string) => localPost<Reach>("/api/view/reach", { view, place });
export const viewExplain = (view: KnownView, action: string) =>
    localPost<Verdict>("/api/view/explain", { view, action });

async function localPost<T>(path: string, body: object): Promise<T> {
    const response = await localFetch(path, { method: "POST", body: JSON.stringify(body) });
    return (await (await accepted(response)).json()) as T;
}
export const join = (id: string, body: Join) => post<Seated>(`/api/tables/${encoded(id)}/join`, body);
export const look = (body: SceneRequest) => post<SceneResponse>("/api/scene", body);
/** Up to 500 log entries before a version, as the seat of the token may know them. */
export async function logPage(id: string, before: number, token?: string): Promise<LogPage> {
    const path = `/api/tables/${encoded(id)}/log?before=${before}`;
    return (await (await call(path, { headers: seatHeaders(token) })).json()) as LogPage;
}
/** Where the piece at a place of a table could go on its owner's turn, as far as the seat of the token knows. */
export async function tableReach(id: string, place: string, token?: string): Promise<Reach> {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    return (await (await call(`/api/tables/${encoded(id)}/reach/${encoded(place)}`, { headers })).json()) as Reach;
}
/** The same in a position without a table. */
export const positionReach = (game: string, position: string, place: string) =>
    post<Reach>("/api/reach", { game, position, place });
export const arrange = (body: ArrangeRequest) => post<ArrangeResponse>("/api/arrange", body);

/** The path of a picture of a position. */
export function picturePath(wanted: {
    game: string;
    position: string;
    format: "svg" | "png";
    flipped: boolean;
    dark: boolean;
}): string {
    return `/api/picture?${new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, `${value}`]))}`;
}

/** Stores a record at the server. Returns the table that shows it. */
export async function importRecord(text: string): Promise<Imported> {
    const headers = { "content-type": "text/plain" };
    return (await (await call("/api/import", { method: "POST", headers, body: text })).json()) as Imported;
}

export const recordPath = (id: string) => `/api/tables/${encoded(id)}/record`;

export async function record(id: string, type: "text/plain" | "application/json"): Promise<string> {
    return (await call(recordPath(id), { headers: { accept: type } })).text();
}

/** Streams the engine's analysis, deeper and deeper, until the time is over or `signal` aborts it. */
export async function analyse(body: Analyse, received: (thought: Thought) => void, signal: AbortSignal): Promise<void> {
    if (prefersLocal() || !navigator.onLine) {
        const request = { method: "POST", path: "/api/analyse", body: JSON.stringify(body) };
        const refused = await (await local()).analyse(request, received, signal);
        if (refused) await accepted(refused);
        return;
    }
    const response = await send("/api/analyse", body, signal);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const part = await reader?.read();
        if (!part || part.done) return;
        const lines = (rest + part.value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines.filter(Boolean)) received(JSON.parse(line) as Thought);
    }
}

/** A nonce: the part of this browser in a table's dice. */
export function nonce(): string {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
