import { beforeEach, expect, test, vi } from "vitest";
import { rematchKeepsCommitment } from "../api/diceCommitment";
import { stubBrowser } from "../fixtures/fakeSocket";
import type { TableStore } from "./tableStore.svelte";
import type { Table } from "../wire";
import { movedOn, rematch } from "./rematch";

const person = (seat: string) => ({ seat, player: { kind: "person", name: seat } });

/** A finished match against another person, and the nonces that were sent with offers. */
function over(id: string, nextCommitment?: string) {
    const nonces: (string | undefined)[] = [];
    const table = { id, seats: [person("white"), person("black")], nextCommitment } as unknown as Table;
    const offer = (_seat: string, _offer: object, nonce?: string) => Promise.resolve(void nonces.push(nonce));
    return { nonces, store: { table, tokens: [["white", "token"]], offer } as unknown as TableStore };
}

beforeEach(() => {
    stubBrowser();
    const storage = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
    });
});

test("a rematch offer has a nonce, the same one when it is repeated, and the commitment is checked", async () => {
    const { nonces, store } = over("first", "told");
    expect(await rematch(store)).toBe(null);
    await rematch(store);
    expect(nonces[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(nonces[1]).toBe(nonces[0]);
    expect(rematchKeepsCommitment("first", { id: "next", commitment: "told" } as Table)).toBe(true);
    expect(rematchKeepsCommitment("first", { id: "next", commitment: "other" } as Table)).toBe(false);
});

test("a rematch offer of a game without chance has no nonce", async () => {
    const { nonces, store } = over("second");
    await rematch(store);
    expect(nonces).toEqual([undefined]);
    expect(rematchKeepsCommitment("second", { id: "next", commitment: null } as Table)).toBe(true);
});

test("in a rematch every player moves on by one seat and keeps the token", () => {
    const table = { seats: ["red", "blue", "yellow"].map((seat) => ({ seat })) } as unknown as Table;
    expect(movedOn(table, [["blue", "b"]])).toEqual([["red", "b"]]);
    expect(movedOn(table, [["red", "r"]])).toEqual([["yellow", "r"]]);
});
