/** Calls of the server; every error is a sentence. */

import type { About } from "../wire/About";
import type { Analyse } from "../wire/Analyse";
import type { Arrange } from "../wire/Arrange";
import type { Arranged } from "../wire/Arranged";
import type { Commitment } from "../wire/Commitment";
import type { CreateTable } from "../wire/CreateTable";
import type { Game } from "../wire/Game";
import type { Join } from "../wire/Join";
import type { Lobby } from "../wire/Lobby";
import type { Look } from "../wire/Look";
import type { Looked } from "../wire/Looked";
import type { Refused } from "../wire/Refused";
import type { Seated } from "../wire/Seated";
import type { Table } from "../wire/Table";
import type { Thought } from "../wire/Thought";

/** The server said no, or could not be reached. */
export class ServerError extends Error {
    readonly refused: Refused | null;

    constructor(message: string, refused: Refused | null = null) {
        super(message);
        this.refused = refused;
    }
}

async function call(path: string, init?: RequestInit): Promise<Response> {
    let response: Response;
    try {
        response = await fetch(path, init);
    } catch {
        throw new ServerError("The server does not answer. Is it still running?");
    }
    if (response.ok) return response;
    const refused = (await response.json().catch(() => null)) as Refused | null;
    throw new ServerError(refused?.error ?? `The server answered ${response.status}.`, refused);
}

export async function get<T>(path: string): Promise<T> {
    return (await (await call(path)).json()) as T;
}

export async function post<T>(path: string, body: object): Promise<T> {
    return (await (await send(path, body)).json()) as T;
}

export function send(path: string, body: object, signal?: AbortSignal): Promise<Response> {
    return call(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal,
    });
}

/** Ends what lies there. */
export const end = (path: string) => call(path, { method: "DELETE" });

/** Closes a table that waits for players: the right of whoever made it, shown by the token of a seat there. */
export const cancelTable = (id: string, token: string) =>
    call(`/api/tables/${at(id)}`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });

/** A part of an address. */
export const at = (id: string) => encodeURIComponent(id);

export const about = () => get<About>("/api/about");
export const games = () => get<Game[]>("/api/games");
export const game = (id: string) => get<Game>(`/api/games/${at(id)}`);
export const lobby = () => get<Lobby>("/api/lobby");
export const table = (id: string) => get<Table>(`/api/tables/${at(id)}`);
export const commit = () => post<Commitment>("/api/commitments", {});
export const createTable = (body: CreateTable) => post<Seated>("/api/tables", body);
export const join = (id: string, body: Join) => post<Seated>(`/api/tables/${at(id)}/join`, body);
export const look = (body: Look) => post<Looked>("/api/scene", body);
export const arrange = (body: Arrange) => post<Arranged>("/api/arrange", body);

/** Where a picture of a position lies. */
export function picturePath(wanted: {
    game: string;
    position: string;
    format: "svg" | "png";
    flipped: boolean;
    dark: boolean;
}): string {
    return `/api/picture?${new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, `${value}`]))}`;
}

export const recordPath = (id: string) => `/api/tables/${at(id)}/record`;

export async function record(id: string, type: "text/plain" | "application/json"): Promise<string> {
    return (await call(recordPath(id), { headers: { accept: type } })).text();
}

/** The computer's opinion, better and better until it stops or is aborted. */
export async function analyse(body: Analyse, heard: (thought: Thought) => void, signal: AbortSignal): Promise<void> {
    const response = await send("/api/analyse", body, signal);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const part = await reader?.read();
        if (!part || part.done) return;
        const lines = (rest + part.value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines.filter(Boolean)) heard(JSON.parse(line) as Thought);
    }
}

/** What this browser adds to a table's dice. */
export function nonce(): string {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
