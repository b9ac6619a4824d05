import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unpackTables, usesTables } from "./tables";

const file = new Uint8Array(readFileSync("../crates/games/jungle/tables/built-in.bin"));
/** The length of the first table's file: the header says it. */
const FIRST = 40 + new DataView(file.buffer).getUint32(32, true);

test("a file of tables is unpacked to the values of all its tables", async () => {
    const values = await unpackTables(file);
    expect(values.length).toBeGreaterThan(6_000_000);
    const first = await unpackTables(file.subarray(0, FIRST));
    expect(first.length).toBeGreaterThan(1000);
    expect(values.subarray(0, first.length)).toEqual(first);
});

test.each([
    ["truncated in the values", file.subarray(0, FIRST - 1), "truncated"],
    ["truncated in a header", file.subarray(0, FIRST + 20), "no endgame tables"],
    ["of another kind", new TextEncoder().encode("<!doctype html>"), "no endgame tables"],
])("a file that is %s is refused with the reason", async (_, bytes, reason) => {
    await expect(unpackTables(bytes)).rejects.toThrow(reason);
});

test("a table whose compressed values are damaged is refused", async () => {
    const damaged = file.slice(0, FIRST);
    damaged.fill(0xff, 60, 80);
    await expect(unpackTables(damaged)).rejects.toThrow();
});

test("only full strength uses tables", () => {
    expect([1, 7, 8, null, undefined].map(usesTables)).toEqual([false, false, true, true, true]);
});
