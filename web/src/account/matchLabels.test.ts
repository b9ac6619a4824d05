import { expect, test } from "vitest";
import type { HistoryEntry } from "../api/accounts";
import type { Table } from "../wire";
import { matchPath, matchResult, opponents, resultLabel } from "./matchLabels";

const person = (seat: string, account: string | null) => ({ seat, player: { kind: "person", name: seat, account } });
const table = { id: "k3x9", stage: "over", seats: [person("red", "Ann"), person("black", "Bob")] } as unknown as Table;
const over = (...scores: [string, number][]): HistoryEntry => ({ table, ended: { scores, rule: "", reason: "" } });

test("the result is the account's own; upper and lower case do not matter", () => {
    expect(matchResult(over(["red", 1], ["black", 0]), "ann")).toBe("won");
    expect(matchResult(over(["red", 1], ["black", 0]), "Bob")).toBe("lost");
    expect(matchResult(over(["red", 0.5], ["black", 0.5]), "Ann")).toBe("drew");
});

test("a match that was aborted or is in progress has no result", () => {
    expect(resultLabel(matchResult({ table: { ...table, stage: "closed" } }, "Ann"))).toBe("Closed");
    expect(resultLabel(matchResult({ table: { ...table, stage: "playing" } }, "Ann"))).toBe("In progress");
});

test("a match that is over links to its review, another to its table", () => {
    expect(matchPath(over(["red", 1], ["black", 0]))).toBe("/review/k3x9");
    expect(matchPath({ table })).toBe("/t/k3x9");
});

test("an account that plays both sides has an opponent; an open seat is none", () => {
    expect(opponents(table, "ann").map(({ seat }) => seat)).toEqual(["black"]);
    const both = { ...table, seats: [person("red", "Ann"), person("black", "Ann")] } as unknown as Table;
    expect(opponents(both, "Ann").map(({ seat }) => seat)).toEqual(["black"]);
    const open = { ...table, seats: [person("red", "Ann"), { seat: "black", player: { kind: "open" } }] };
    expect(opponents(open as unknown as Table, "Ann")).toEqual([]);
});
