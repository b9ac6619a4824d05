import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerError } from "../api/http";
import { keepTokens, markOver, tablesHere } from "../table/seats";
import type { Stage } from "../wire/Stage";
import type { Table } from "../wire/Table";
import { yourTables } from "./yourTables";

const stages = new Map<string, Stage>();
const asked: string[] = [];
async function find(id: string): Promise<Table> {
    asked.push(id);
    const stage = stages.get(id);
    if (!stage) throw new ServerError("no such table", { code: "not-found", error: "no such table" });
    return { id, stage } as Table;
}
/** Sits down at a table. */
function sit(id: string, stage: Stage): void {
    keepTokens(id, [["red", `token of ${id}`]]);
    stages.set(id, stage);
}
const listed = async () => (await yourTables(find)).map(({ id }) => id);

beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
    });
    stages.clear();
    asked.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

test("a running game stays listed, first, however many others have finished since", async () => {
    sit("running", "playing");
    for (let i = 0; i < 9; i++) sit(`over${i}`, "over");
    sit("open", "waiting");
    expect(await listed()).toEqual(["running", "open", "over8", "over7"]);
});

test("more running games than the list is long are all listed", async () => {
    for (let i = 0; i < 7; i++) sit(`g${i}`, "playing");
    sit("over", "over");
    expect(await listed()).toEqual(["g6", "g5", "g4", "g3", "g2", "g1", "g0"]);
});

test("games that are known to be over are not looked up again, except the few that are shown", async () => {
    for (let i = 0; i < 20; i++) sit(`over${i}`, "over");
    await listed();
    asked.length = 0;
    expect(await listed()).toEqual(["over19", "over18", "over17", "over16"]);
    expect(asked.length).toBe(4);
});

test("a table that the server has forgotten is soon not asked about any more", async () => {
    sit("gone", "over");
    stages.delete("gone");
    await listed();
    for (let i = 0; i < 4; i++) sit(`over${i}`, "over");
    await listed();
    asked.length = 0;
    await listed();
    expect(asked).not.toContain("gone");
});

test("when there are too many tables those that are over are forgotten, not those that go on", () => {
    sit("running", "playing");
    for (let i = 0; i < 80; i++) {
        sit(`over${i}`, "over");
        markOver([`over${i}`]);
    }
    expect(tablesHere().length).toBe(60);
    expect(tablesHere()).toContain("running");
});
