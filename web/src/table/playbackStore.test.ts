/** The store with the playback queue in front of its board. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, stubBrowser } from "../fixtures/fakeSocket";
import { scenes } from "../fixtures/scenes";
import { settings } from "../settings/settings.svelte";
import type { LogEntry, Scene, TableView, Table } from "../wire";
import { TableStore } from "./tableStore.svelte";

const { scene } = scenes.find(({ name }) => name === "jungle 0")!;
const table = { id: "t", game: "jungle", stage: "playing", seats: [] } as unknown as Table;
const choice = scene.choices.find(({ action }) => action === "a3a4")!;

/** The red elephant stands on a place of its own in each version, so that tests see which one the board shows. */
const at = (place: string, choices = false): Scene => ({
    ...scene,
    pieces: scene.pieces.map((piece) => (piece.at === "a3" ? { ...piece, at: place } : piece)),
    choices: choices ? scene.choices : [],
});
const seen = (actor: string, place: string, change: Partial<TableView> = {}): TableView => ({
    viewer: "red",
    actor,
    text: place,
    actions: null,
    scene: at(place, actor === "red"),
    covered: false,
    canUndo: false,
    clocks: { left: [], periods: [], running: null } as unknown as TableView["clocks"],
    offers: { draw: [], takeback: null, rematch: [] },
    ended: null,
    ...change,
});
const full = (version: number, now: TableView) =>
    FakeSocket.last.receive({ t: "full", version, table, seen: now, log: [], talk: [] });
const event = (version: number, by: string, move: string, now: TableView) => {
    const [from, to] = [move.slice(0, 2), move.slice(2)];
    const piece = { kind: "elephant", color: "red" };
    const what = { effect: "moved", piece, from, to, motion: "Straight" } as const;
    const happened = move.startsWith("!") ? [] : [{ words: `${by} to ${to}`, what }];
    const entry: LogEntry = { version, by, event: move, turn: version, at: 0, happened };
    FakeSocket.last.receive({ t: "event", version, entry, seen: now });
};
/** Blue, yellow and green answer together; then it is red's turn. */
const threeAnswers = () => {
    event(2, "blue", "a3b3", seen("yellow", "b3"));
    event(3, "yellow", "b3c3", seen("green", "c3"));
    event(4, "green", "c3d3", seen("red", "d3"));
};
const elephant = () =>
    store.shown?.pieces.find(
        ({ kind, color }) => kind === "elephant" && color === scene.pieces.find(({ at }) => at === "a3")!.color,
    )?.at;
const acts = () => FakeSocket.last.asked("act").map(({ action }) => action);

let store: TableStore;

beforeEach(() => {
    vi.useFakeTimers();
    stubBrowser();
    settings.pace = "normal";
    store = new TableStore("t", [["red", "token"]]);
    FakeSocket.last.open();
    full(1, seen("blue", "a3"));
});
afterEach(() => {
    store.close();
    settings.pace = "normal";
    vi.unstubAllGlobals();
    vi.useRealTimers();
});

test("the store knows the present at once; the board and the words follow in order", () => {
    threeAnswers();
    expect(store.seen?.text).toBe("d3");
    expect(store.acting).toBe("red");
    expect(store.log.length).toBe(3);
    expect(elephant()).toBe("b3");
    expect(store.announcements.text).toBe("blue to b3");
    vi.advanceTimersByTime(600);
    expect(elephant()).toBe("c3");
    expect(store.announcements.text).toMatch(/yellow to c3$/);
    expect(store.shown?.choices).toEqual([]);
    vi.advanceTimersByTime(600);
    expect(elephant()).toBe("d3");
    expect(store.shown?.choices.length).toBeGreaterThan(0);
});

test("slow takes twice the time, instant none", () => {
    settings.pace = "slow";
    threeAnswers();
    vi.advanceTimersByTime(1199);
    expect(elephant()).toBe("b3");
    store.playback.skip();
    settings.pace = "instant";
    event(5, "blue", "d3e3", seen("yellow", "e3"));
    event(6, "yellow", "e3f3", seen("red", "f3"));
    expect(elephant()).toBe("f3");
});

test("skipping tells what was not told yet, each action once; a replay is silent", () => {
    threeAnswers();
    store.playback.skip();
    expect(elephant()).toBe("d3");
    expect(store.announcements.lines.map(({ text }) => text)).toEqual(["blue to b3", "yellow to c3", "green to d3"]);
    store.playback.replay(store.playback.kept);
    expect(elephant()).toBe("a3");
    vi.advanceTimersByTime(600);
    expect(elephant()).toBe("b3");
    expect(store.announcements.lines.length).toBe(3);
});

test("a snapshot shows the present at once", () => {
    threeAnswers();
    full(9, seen("red", "g3"));
    expect(elephant()).toBe("g3");
    expect(store.playback.behind).toBe(false);
});

test("a lost connection skips, and what was missed is shown at once when it is back", () => {
    threeAnswers();
    FakeSocket.last.drop();
    expect(elephant()).toBe("d3");
    vi.advanceTimersByTime(10_000);
    FakeSocket.last.open();
    event(5, "blue", "d3e3", seen("yellow", "e3"));
    event(6, "yellow", "e3f3", seen("green", "f3"));
    expect(elephant()).toBe("f3");
    FakeSocket.last.receive({ t: "table", table });
    event(7, "green", "f3g3", seen("blue", "g3"));
    event(8, "blue", "g3g4", seen("red", "g4"));
    expect(elephant()).toBe("g3");
});

test("in a hidden tab everything is shown at once", () => {
    vi.stubGlobal("document", { hidden: true });
    threeAnswers();
    expect(elephant()).toBe("d3");
});

test("an undo of another leads to the present", () => {
    threeAnswers();
    event(5, "green", "!undo", seen("green", "c3"));
    expect(elephant()).toBe("c3");
});

test("a cover for the next player at this screen hides what was being shown", () => {
    threeAnswers();
    event(5, "red", "d3d4", seen("black", "d4", { covered: true }));
    expect(store.playback.behind).toBe(false);
});

test("an own action skips what is being shown", () => {
    threeAnswers();
    void store.act(choice);
    expect(store.playback.behind).toBe(false);
    expect(acts()).toEqual(["a3a4"]);
});

test("a planned move is sent in time, and the board still shows everything in order", () => {
    store.plan({ from: "a3", to: "a4" });
    threeAnswers();
    expect(acts()).toEqual(["a3a4"]);
    event(5, "red", "d3d4", seen("blue", "d4"));
    event(6, "blue", "d4d5", seen("yellow", "d5"));
    const order = [elephant()];
    while (store.playback.behind) {
        vi.advanceTimersByTime(600);
        order.push(elephant());
    }
    expect(order).toEqual(["b3", "c3", "d3", "d4", "d5"]);
});
