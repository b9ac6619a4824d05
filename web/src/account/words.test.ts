import { expect, test } from "vitest";
import type { Played } from "../api/accounts";
import type { Table } from "../wire/Table";
import { browserName, day } from "./browsers";
import { address, opponents, standing } from "./played";

const person = (seat: string, account: string | null) => ({ seat, player: { kind: "person", name: seat, account } });
const table = { id: "k3x9", stage: "over", seats: [person("red", "Ann"), person("black", "Bob")] } as unknown as Table;
const over = (...scores: [string, number][]): Played => ({ table, ended: { scores, rule: "", reason: "" } });

test("a browser that claims to be others is named by what it is", () => {
    const linux = "Mozilla/5.0 (X11; Linux x86_64)";
    expect(browserName(`${linux} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36`)).toBe(
        "Chrome on Linux",
    );
    expect(browserName(`${linux} AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0`)).toBe("Edge on Linux");
    expect(browserName("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15")).toBe(
        "Safari on macOS",
    );
    expect(browserName("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Firefox/127.0")).toBe("Firefox on Android");
    expect(browserName("curl/8.5.0")).toBe("curl/8.5.0");
    expect(browserName("")).toBe("An unknown program");
});

test("days near by have names, others dates", () => {
    const noon = new Date(2026, 10, 15, 12).getTime();
    expect(day(new Date(2026, 10, 15, 0, 1).getTime(), noon)).toBe("today");
    expect(day(new Date(2026, 10, 14, 0, 1).getTime(), noon)).toBe("yesterday");
    expect(day(new Date(2026, 10, 13, 23).getTime(), noon)).toBe("13 November 2026");
});

test("a match is told from the side of the account, however its name is written", () => {
    expect(standing(over(["red", 1], ["black", 0]), "ann")).toBe("Won");
    expect(standing(over(["red", 1], ["black", 0]), "Bob")).toBe("Lost");
    expect(standing(over(["red", 0.5], ["black", 0.5]), "Ann")).toBe("Drew");
});

test("nobody has lost a match that was aborted or goes on", () => {
    expect(standing({ table: { ...table, stage: "closed" } }, "Ann")).toBe("Closed");
    expect(standing({ table: { ...table, stage: "playing" } }, "Ann")).toBe("Being played");
});

test("a match that is over is reviewed, one that goes on is looked at", () => {
    expect(address(over(["red", 1], ["black", 0]))).toBe("/review/k3x9");
    expect(address({ table })).toBe("/t/k3x9");
});

test("whoever plays both sides still has an opponent; an open seat is nobody", () => {
    expect(opponents(table, "ann").map(({ seat }) => seat)).toEqual(["black"]);
    const both = { ...table, seats: [person("red", "Ann"), person("black", "Ann")] } as unknown as Table;
    expect(opponents(both, "Ann").map(({ seat }) => seat)).toEqual(["black"]);
    const open = { ...table, seats: [person("red", "Ann"), { seat: "black", player: { kind: "open" } }] };
    expect(opponents(open as unknown as Table, "Ann")).toEqual([]);
});
