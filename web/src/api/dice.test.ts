import { afterEach, expect, test, vi } from "vitest";
import type { Table } from "../wire/Table";
import { BROKEN_WORD, compared, makeTable, sitDown } from "./dice";

const wanted = {
    game: "heaven-hell",
    seats: [],
    shuffle: false,
    public: false,
    rated: false,
    clock: { kind: "none" },
    position: null,
} as const;

interface Asked {
    path: string;
    body: { nonce?: string | null; commitment?: string };
}

/** A server whose tables show this commitment, with these dice in the record; what it is asked. */
function serve(shown: string, dice?: (asked: Asked[]) => object): Asked[] {
    const asked: Asked[] = [];
    const answer = (path: string) => {
        if (path === "/api/commitments") return { id: "c1", commitment: "told" };
        if (path.endsWith("/record")) return { dice: dice?.(asked) };
        return { table: { id: "t", commitment: shown }, tokens: [] };
    };
    vi.stubGlobal("fetch", (path: string, init: { body?: string }) => {
        if (init.body) asked.push({ path, body: JSON.parse(init.body) as Asked["body"] });
        return Promise.resolve(new Response(JSON.stringify(answer(path))));
    });
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
    });
    return asked;
}

afterEach(() => vi.unstubAllGlobals());

test("the server commits itself before it learns what this browser adds to the dice", async () => {
    const asked = serve("told");
    await makeTable({ ...wanted, seats: [] }, true);
    expect(asked.map(({ path }) => path)).toEqual(["/api/commitments", "/api/tables"]);
    expect(asked[0]!.body).toEqual({});
    expect(asked[1]!.body.commitment).toBe("c1");
    expect(asked[1]!.body.nonce).toMatch(/^[0-9a-f]{32}$/);
});

test("a table with other dice than those that were told is not played at", async () => {
    serve("other");
    await expect(makeTable({ ...wanted, seats: [] }, true)).rejects.toThrow(BROKEN_WORD);
    const seen = { id: "t", commitment: "told" } as Table;
    await expect(sitDown(seen, { name: "Ann", seat: null })).rejects.toThrow(BROKEN_WORD);
});

test("where nothing is left to chance nothing is committed to", async () => {
    const asked = serve("");
    await makeTable({ ...wanted, game: "jungle", seats: [] }, false);
    expect(asked.map(({ path }) => path)).toEqual(["/api/tables"]);
});

test("at the end the record must hold what was told and what was added", async () => {
    const added = (asked: Asked[]) => asked[1]!.body.nonce;
    const cases = [
        { dice: (asked: Asked[]) => ({ commitment: "told", nonces: [added(asked)] }), kept: true },
        { dice: (asked: Asked[]) => ({ commitment: "other", nonces: [added(asked)] }), kept: false },
        { dice: () => ({ commitment: "told", nonces: ["of another"] }), kept: false },
    ];
    for (const { dice, kept } of cases) {
        serve("told", dice);
        await makeTable({ ...wanted, seats: [] }, true);
        expect((await compared("t"))?.kept).toBe(kept);
        expect(await compared("another table")).toBe(null);
    }
});
