import { expect, test } from "vitest";
import type { Player, Table } from "../wire";
import { joinable } from "./playNow";

const person: Player = { kind: "person", name: "Ann", account: "Ann", rating: null, bot: false };
const waits = (id: string, changed: Partial<Table> = {}): Table => ({
    id,
    game: "djambi",
    public: true,
    rated: false,
    stage: "waiting",
    seats: [
        { seat: "red", player: person, here: true, claimIn: null },
        { seat: "blue", player: { kind: "open" }, here: false, claimIn: null },
    ],
    clock: { kind: "none" },
    watching: 0,
    commitment: null,
    rematch: null,
    created: 0,
    ...changed,
});
const ids = (tables: Table[], own: string[] = [], name: string | null = null) =>
    joinable(tables, "djambi", (id) => own.includes(id), name).map(({ id }) => id);

test("a table of the same game is joined, with the usual rules and few open seats first", () => {
    const open: Table["seats"][number] = { seat: "green", player: { kind: "open" }, here: false, claimIn: null };
    const tables = [
        waits("option", { game: "djambi:2" }),
        waits("two open", { seats: [...waits("").seats, open] }),
        waits("one open"),
        waits("other game", { game: "jungle" }),
    ];
    expect(ids(tables)).toEqual(["one open", "two open", "option"]);
});

test("rated tables, days per turn, full tables and one's own are not joined", () => {
    const tables = [
        waits("rated", { rated: true }),
        waits("days", { clock: { kind: "days", days: 3 } }),
        waits("full", { seats: waits("").seats.slice(0, 1) }),
        waits("own"),
    ];
    expect(ids(tables, ["own"])).toEqual([]);
    expect(ids([waits("the account's")], [], "Ann")).toEqual([]);
});
