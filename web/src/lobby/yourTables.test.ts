import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerError } from "../api/http";
import { saveTokens, markOver, tablesHere } from "../table/seatTokens";
import type { Stage, Table } from "../wire";
import { accountTables, hasUnfinishedTables, yourTables } from "./yourTables";

const stages = new Map<string, Stage>();
const asked: string[] = [];
async function find(id: string): Promise<Table> {
    asked.push(id);
    const stage = stages.get(id);
    if (!stage) throw new ServerError("no such table", { code: "not-found", error: "no such table" });
    return { id, stage } as Table;
}
/** Stores a seat at a table in this stage. */
function sit(id: string, stage: Stage): void {
    saveTokens(id, [["red", `token of ${id}`]]);
    stages.set(id, stage);
}
const listed = async (known: string[] = []) => (await yourTables((id) => known.includes(id), find)).map(({ id }) => id);

beforeEach(() => {
    const storage = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
    });
    stages.clear();
    asked.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

test("all running games are listed, the newest first", async () => {
    for (let i = 0; i < 8; i++) sit(`g${i}`, i === 3 ? "waiting" : "playing");
    expect(await listed()).toEqual(["g7", "g6", "g5", "g4", "g3", "g2", "g1", "g0"]);
    asked.length = 0;
    expect(await listed(["g7", "g6"])).not.toContain("g7");
    expect(asked).not.toContain("g6");
});

test("a game that has ended is listed once, and then not looked up again", async () => {
    sit("over", "over");
    expect(hasUnfinishedTables()).toBe(true);
    expect(await listed()).toEqual(["over"]);
    expect(hasUnfinishedTables()).toBe(false);
    asked.length = 0;
    expect(await listed()).toEqual([]);
    expect(asked).toEqual([]);
});

test("a table that is closed or that the server no longer has is not looked up any more", async () => {
    sit("gone", "over");
    sit("closed", "closed");
    stages.delete("gone");
    expect(await listed()).toEqual([]);
    asked.length = 0;
    await listed();
    expect(asked).toEqual([]);
});

test("games of the account are listed unless this browser has a token of their tables", async () => {
    sit("here", "playing");
    stages.set("elsewhere", "playing").set("known", "playing").set("closed", "closed");
    const list = async () => ["here", "elsewhere", "known", "closed"].map((gameId) => ({ gameId }));
    const tables = await accountTables((id) => id === "known", list, find);
    expect(tables.map(({ id }) => id)).toEqual(["elsewhere"]);
    expect(asked).toEqual(["elsewhere", "closed"]);
});

test("above 60 tables the browser forgets finished games, not running ones", () => {
    sit("running", "playing");
    for (let i = 0; i < 80; i++) {
        sit(`over${i}`, "over");
        markOver([`over${i}`]);
    }
    expect(tablesHere().length).toBe(60);
    expect(tablesHere()).toContain("running");
});
