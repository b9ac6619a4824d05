import { beforeEach, expect, test, vi } from "vitest";
import { isRematchTrue } from "../api/dice";
import { stubBrowser } from "../fixtures/fakeLine";
import type { TableStore } from "./table.svelte";
import type { Table } from "../wire/Table";
import { rematch } from "./rematch";

const person = (seat: string) => ({ seat, player: { kind: "person", name: seat } });

/** A match over the network that is over, and the nonces that are sent with offers. */
function over(id: string, nextCommitment?: string) {
    const nonces: (string | undefined)[] = [];
    const table = { id, seats: [person("white"), person("black")], nextCommitment } as unknown as Table;
    const offer = (_seat: string, _offer: object, nonce?: string) => Promise.resolve(void nonces.push(nonce));
    return { nonces, store: { table, tokens: [["white", "token"]], offer } as unknown as TableStore };
}

beforeEach(() => {
    stubBrowser();
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
    });
});

test("who wants a rematch adds to its dice after the server has committed itself, and asked again the same", async () => {
    const { nonces, store } = over("first", "told");
    expect(await rematch(store)).toBe(null);
    await rematch(store);
    expect(nonces[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(nonces[1]).toBe(nonces[0]);
    expect(isRematchTrue("first", { id: "next", commitment: "told" } as Table)).toBe(true);
    expect(isRematchTrue("first", { id: "next", commitment: "other" } as Table)).toBe(false);
});

test("a game without chance has no dice to add to", async () => {
    const { nonces, store } = over("second");
    await rematch(store);
    expect(nonces).toEqual([undefined]);
    expect(isRematchTrue("second", { id: "next", commitment: null } as Table)).toBe(true);
});
