import { expect, test } from "vitest";
import type { Player, Table } from "../wire";
import { clockLabel, clockSentence, hostName, opponentNames, waitedLabel } from "./tableLabels";

const person = (name: string, rating: number | null = null): Player => ({
    kind: "person",
    name,
    account: rating === null ? null : name,
    rating,
    bot: false,
});
const seated = (...players: Player[]) =>
    ({ seats: players.map((player, i) => ({ seat: ["red", "blue", "green"][i]!, player })) }) as unknown as Table;

test("time controls are written in minutes, seconds and days", () => {
    expect(clockLabel({ kind: "none" })).toBe("No clock");
    expect(clockLabel({ kind: "fischer", initial: 600, increment: 10 })).toBe("10 min + 10 s");
    expect(clockLabel({ kind: "fischer", initial: 90, increment: 0 })).toBe("90 s");
    expect(clockLabel({ kind: "byoyomi", initial: 600, period: 30, periods: 3 })).toBe("10 min, then 3 × 30 s");
    expect(clockLabel({ kind: "days", days: 1 })).toBe("1 day per turn");
    expect(clockSentence({ kind: "days", days: 3 })).toBe("Each turn may take up to 3 days.");
    expect(clockSentence({ kind: "fischer", initial: 300, increment: 0 })).toBe(
        "Each player has 5 min for the whole game.",
    );
});

test("the time that a table has waited is rounded down", () => {
    expect(waitedLabel(0, 59_000)).toBe("Just opened");
    expect(waitedLabel(0, 61_000)).toBe("Waiting for 1 min");
    expect(waitedLabel(0, 2 * 3_600_000 + 1)).toBe("Waiting for 2 h");
    expect(waitedLabel(0, 26 * 3_600_000)).toBe("Waiting for 1 day");
});

test("the host has a rating, and opponents are the seats of others", () => {
    expect(hostName(seated({ kind: "open" }, person("Ann", 1520)))).toBe("Ann (1520)");
    const table = seated(person("Guest"), { kind: "computer", level: 3 }, { kind: "computer", level: 3 });
    expect(opponentNames(table, ["red"])).toBe("the computer, level 3");
    expect(opponentNames(seated(person("Ann"), person("Bob"), person("Cleo")), ["red"])).toBe("Bob and Cleo");
    expect(opponentNames(seated(person("Ann"), { kind: "open" }), ["red"])).toBe("");
});
