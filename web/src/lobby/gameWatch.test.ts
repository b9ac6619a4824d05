import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, stubBrowser } from "../fixtures/fakeSocket";
import type { Player, TableView, Stage, Table, ToClient } from "../wire";
import { GameWatch, rank } from "./gameWatch.svelte";

const person = (name: string): Player => ({ kind: "person", name, account: null, rating: null, bot: false });
function tableOf(stage: Stage, other: Player = person("Bob")): Table {
    const seats = [
        { seat: "red", player: person("Ann"), here: true, claimIn: null },
        { seat: "black", player: other, here: true, claimIn: null },
    ];
    return { id: "t1", game: "jungle", stage, seats, clock: { kind: "none" } } as unknown as Table;
}
const seen = (actor: string, ended: TableView["ended"] = null) =>
    ({ actor, ended, clocks: { running: null, left: [], periods: [] } }) as unknown as TableView;
const full = (table: Table, now: TableView, version = 1): ToClient => ({
    t: "full",
    version,
    table,
    seen: now,
    log: [],
    talk: [],
});

const heard: string[] = [];
const listener = { began: () => void heard.push("began"), turn: () => void heard.push("turn") };
const watching = (table: Table, tokens: [string, string][] = [["red", "token"]]) => {
    const watch = new GameWatch(table, tokens, listener);
    watch.connect();
    FakeSocket.last.open();
    return watch;
};

beforeEach(() => {
    stubBrowser();
    const storage = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
    });
    heard.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

test("the watch asks for texts, and the first snapshot is not news", () => {
    const watch = watching(tableOf("playing"));
    expect(FakeSocket.last.asked("hello")[0]).toMatchObject({ tokens: ["token"], form: "text" });
    FakeSocket.last.receive(full(tableOf("playing"), seen("red")));
    expect(watch.yourTurn).toBe(true);
    expect(heard).toEqual([]);
});

test("it tells once when it becomes the player's turn", () => {
    const watch = watching(tableOf("playing"));
    FakeSocket.last.receive(full(tableOf("playing"), seen("black")));
    expect(watch.yourTurn).toBe(false);
    FakeSocket.last.receive(full(tableOf("playing"), seen("red"), 2));
    FakeSocket.last.receive({ t: "table", table: tableOf("playing") });
    expect(heard).toEqual(["turn"]);
});

test("it tells when the last open seat is taken", () => {
    const watch = watching(tableOf("waiting", { kind: "open" }));
    FakeSocket.last.receive(full(tableOf("waiting", { kind: "open" }), seen("red")));
    expect([watch.waiting, watch.yourTurn, watch.hasPeople]).toEqual([true, false, false]);
    FakeSocket.last.receive({ t: "table", table: tableOf("playing") });
    expect(heard).toEqual(["began"]);
    expect([watch.waiting, watch.yourTurn, watch.hasPeople]).toEqual([false, true, true]);
});

test("it disconnects when the game is over, and keeps the result", () => {
    const watch = watching(tableOf("playing"));
    const ended = { scores: [["red", 1] as [string, number]], rule: "", reason: "" };
    FakeSocket.last.receive(full(tableOf("over"), seen("nobody", ended)));
    expect([watch.over, watch.yourTurn, watch.open]).toEqual([true, false, false]);
    expect(watch.seen?.ended).toEqual(ended);
});

test("on a shared screen it is never “your” turn", () => {
    const watch = watching(tableOf("playing"), [
        ["red", "one"],
        ["black", "two"],
    ]);
    FakeSocket.last.receive(full(tableOf("playing"), seen("red")));
    expect([watch.hotSeat, watch.yourTurn]).toEqual([true, false]);
});

test("your turn comes first, then games that wait for others, then finished ones", () => {
    const game = { arrived: false, yourTurn: false, hasPeople: true, waiting: false, hotSeat: false, over: false };
    const order = [
        { ...game, arrived: true },
        { ...game, yourTurn: true },
        { ...game, yourTurn: true, hasPeople: false },
        game,
        { ...game, waiting: true },
        { ...game, hotSeat: true },
        { ...game, over: true },
    ].map(rank);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(order.length);
});
