import { afterEach, expect, test, vi } from "vitest";
import { t } from "../messages";
import type { Table } from "../wire";
import { checkDice, makeTable, sitDown } from "./diceCommitment";

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

/** Stubs a server whose tables show this commitment, with these dice in the record. Returns the requests. */
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
    const storage = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
    });
    return asked;
}

afterEach(() => vi.unstubAllGlobals());

test("the server commits before it learns this browser's nonce", async () => {
    const asked = serve("told");
    await makeTable({ ...wanted, seats: [] }, true);
    expect(asked.map(({ path }) => path)).toEqual(["/api/commitments", "/api/tables"]);
    expect(asked[0]!.body).toEqual({});
    expect(asked[1]!.body.commitment).toBe("c1");
    expect(asked[1]!.body.nonce).toMatch(/^[0-9a-f]{32}$/);
});

test("a table that shows another commitment is refused", async () => {
    serve("other");
    await expect(makeTable({ ...wanted, seats: [] }, true)).rejects.toThrow(t("api-dice-broken"));
    const seen = { id: "t", commitment: "told" } as Table;
    await expect(sitDown(seen, { name: "Ann", seat: null })).rejects.toThrow(t("api-dice-broken"));
});

test("a game without chance needs no commitment", async () => {
    const asked = serve("");
    await makeTable({ ...wanted, game: "jungle", seats: [] }, false);
    expect(asked.map(({ path }) => path)).toEqual(["/api/tables"]);
});

test("the record must contain the commitment and the nonces", async () => {
    const added = (asked: Asked[]) => asked[1]!.body.nonce;
    const cases = [
        { dice: (asked: Asked[]) => ({ commitment: "told", nonces: [added(asked)] }), matches: true },
        { dice: (asked: Asked[]) => ({ commitment: "other", nonces: [added(asked)] }), matches: false },
        { dice: () => ({ commitment: "told", nonces: ["of another"] }), matches: false },
    ];
    for (const { dice, matches } of cases) {
        serve("told", dice);
        await makeTable({ ...wanted, seats: [] }, true);
        expect((await checkDice("t"))?.matches).toBe(matches);
        expect(await checkDice("another table")).toBe(null);
    }
});
