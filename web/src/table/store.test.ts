import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeLine, stubBrowser } from "../fixtures/fakeLine";
import { scenes } from "../fixtures/scenes";
import type { Choice } from "../wire/Choice";
import type { Refused } from "../wire/Refused";
import type { Scene } from "../wire/Scene";
import type { Seen } from "../wire/Seen";
import type { Table } from "../wire/Table";
import { TableStore } from "./table.svelte";

const { scene } = scenes.find(({ name }) => name === "jungle 0")!;
const choice = scene.choices.find(({ action }) => action === "a3a4")!;
const table = { id: "t", game: "jungle", stage: "playing", seats: [] } as unknown as Table;

/** What red sees: its own turn, unless it is said otherwise. */
const seen = (change: Partial<Seen> = {}): Seen => ({
    viewer: "red",
    actor: "red",
    text: "start",
    actions: null,
    scene,
    covered: false,
    canUndo: false,
    clocks: { left: [], periods: [], running: null } as unknown as Seen["clocks"],
    offers: { draw: [], takeback: null, rematch: [] },
    ended: null,
    ...change,
});
const waits: Partial<Seen> = { actor: "black", scene: { ...scene, choices: [] } };

let store: TableStore;
let line: FakeLine;

beforeEach(() => {
    stubBrowser();
    store = new TableStore("t", [["red", "token"]]);
    line = FakeLine.last.open();
});
afterEach(() => {
    store.close();
    vi.unstubAllGlobals();
});

const full = (version: number, now: Seen) =>
    FakeLine.last.tell({ t: "full", version, table, seen: now, log: [], talk: [] });
const event = (version: number, event: string, now: Seen) => {
    const happened = [{ words: event, what: { effect: "note", text: event } as const }];
    const entry = { version, by: "black", event, turn: 1, at: 0, happened } as const;
    FakeLine.last.tell({ t: "event", version, entry: entry as never, seen: now });
};
const acts = () => FakeLine.last.asked("act");
const refuse = (refused: Refused) => FakeLine.last.tell({ t: "refused", ack: acts().at(-1)!.ack, ...refused });
const stale = () => refuse({ code: "stale", error: "the table has reached another version" });
const at = (place: string) => store.scene?.pieces.find((piece) => piece.at === place)?.kind;
/** Answers are heard by those who wait for them. */
const settled = () => new Promise((done) => setTimeout(done));

describe("one's own move", () => {
    beforeEach(() => full(1, seen()));

    test("is refused: the piece goes back, and the rule is told", async () => {
        void store.act(choice);
        expect(at("a4")).toBe("elephant");
        refuse({ code: "illegal", error: "it may not", rule: "jungle/pieces/1" });
        await settled();
        expect(at("a3")).toBe("elephant");
        expect(store.notice).toEqual({ text: "it may not", rule: "jungle/pieces/1" });
    });

    test("is crossed by an offer: it stays where it was put, and is sent again for the new version", async () => {
        void store.act(choice);
        event(2, "!offer-draw:black", seen({ offers: { draw: ["black"], takeback: null, rematch: [] } }));
        expect(at("a4")).toBe("elephant");
        stale();
        await settled();
        expect(acts().map(({ at, action }) => [at, action])).toEqual([
            [1, "a3a4"],
            [2, "a3a4"],
        ]);
        expect(at("a4")).toBe("elephant");
        expect(store.notice).toBe(null);
    });

    test("is answered as late before the news that crossed it came: it waits for them", async () => {
        void store.act(choice);
        stale();
        await settled();
        expect(acts().length).toBe(1);
        event(2, "!offer-draw:black", seen());
        await settled();
        expect(acts().map(({ at }) => at)).toEqual([1, 2]);
    });

    test("is crossed by something that makes it impossible: it goes back, and a sentence says so", async () => {
        void store.act(choice);
        event(2, "!agree-takeback:black", seen({ text: "earlier", ...waits }));
        stale();
        await settled();
        expect(acts().length).toBe(1);
        expect(at("a3")).toBe("elephant");
        expect(store.notice?.text).toMatch(/not possible any more/);
    });

    test("is on its way when the line is cut: it is sent again, once, under the same number", async () => {
        void store.act(choice);
        const { ack } = acts()[0]!;
        vi.useFakeTimers();
        line.drop();
        vi.advanceTimersByTime(10_000);
        vi.useRealTimers();
        FakeLine.last.open();
        expect(FakeLine.last.sent[0]).toMatchObject({ t: "hello", since: 1 });
        full(1, seen());
        expect(at("a4")).toBe("elephant");
        expect(acts().map((act) => act.ack)).toEqual([ack]);
        event(2, "a3a4", seen({ text: "later", ...waits }));
        FakeLine.last.tell({ t: "done", ack, version: 2 });
        await settled();
        expect(acts().length).toBe(1);
        expect(at("a3")).toBe("elephant");
    });
});

describe("what others do", () => {
    beforeEach(() => full(1, seen()));

    test("a draw that is declined is told at once, in sight and to those who listen", () => {
        event(2, "!offer-draw:red", seen({ offers: { draw: ["red"], takeback: null, rematch: [] } }));
        expect(store.notice).toBe(null);
        event(3, "!decline-draw:black", seen());
        expect(store.notice?.text).toBe("!decline-draw:black");
        expect(store.told).toBe("!decline-draw:black");
        event(4, "a7a6", seen());
        expect(store.notice).toBe(null);
    });

    test("what this seat declines itself is no news to it", () => {
        event(2, "!decline-draw:red", seen());
        expect(store.notice).toBe(null);
    });

    test("a whisper is noted where it was heard, without its words", () => {
        const said = { id: 1, seat: "red", name: "Ann", room: { kind: "players" }, text: "Hello", at: 0 } as const;
        FakeLine.last.tell({ t: "said", said: said as never });
        FakeLine.last.tell({ t: "whisper", whisper: { from: "blue", to: "green" } });
        expect(store.whispers).toEqual([{ whisper: { from: "blue", to: "green" }, after: 1 }]);
    });

    test("a computer's progress is kept until it has decided", () => {
        event(2, "a3a4", seen(waits));
        const thought = { seats: ["red", "black"], depth: 7, nodes: 1200, lines: [] };
        FakeLine.last.tell({ t: "thinking", seat: "black", thought });
        expect(store.thinking).toEqual({ seat: "black", thought });
        event(3, "a7a6", seen());
        expect(store.thinking).toBe(null);
    });
});

describe("moves that are planned", () => {
    const third = (id: string): Choice => ({
        action: `a3a4${id}`,
        touches: [...choice.touches, { touch: "button", id, label: id }],
        words: "",
    });
    const mine = (choices: Choice[], text = "mine"): Seen => seen({ text, scene: { ...scene, choices } as Scene });
    beforeEach(() => full(1, seen(waits)));

    test("are done one after the other, each at its own turn, whatever is offered meanwhile", async () => {
        store.plan({ from: "a3", to: "a4" });
        store.plan({ from: "g3", to: "g4" });
        event(2, "a7a6", seen({ text: "mine" }));
        event(3, "!offer-draw:black", seen({ text: "mine" }));
        expect(acts().map(({ action }) => action)).toEqual(["a3a4"]);
        stale();
        await settled();
        expect(acts().map(({ action }) => action)).toEqual(["a3a4", "a3a4"]);
        expect(store.planned).toEqual([{ from: "g3", to: "g4" }]);
        event(4, "a3a4", seen({ text: "theirs", ...waits }));
        event(5, "a6a7", seen({ text: "mine again" }));
        expect(acts().map(({ action }) => action)).toEqual(["a3a4", "a3a4", "g3g4"]);
    });

    test("that are not legal are dropped with all that follow, and a sentence says so", () => {
        store.plan({ from: "a3", to: "a9" });
        store.plan({ from: "g3", to: "g4" });
        event(2, "a7a6", seen({ text: "mine" }));
        expect(acts()).toEqual([]);
        expect(store.planned).toEqual([]);
        expect(store.notice?.text).toMatch(/planned/);
    });

    test("that can go on in several ways are begun, and the rest is asked", () => {
        store.plan({ from: "a3", to: "a4" });
        event(2, "a7a6", mine([third("x"), third("y")]));
        expect(acts()).toEqual([]);
        expect(store.begun).toEqual(choice.touches);
        expect(store.notice).toBe(null);
    });

    test("are forgotten when the game ends", () => {
        store.plan({ from: "a3", to: "a4" });
        event(2, "!resign:black", seen({ ended: { scores: [], rule: "", reason: "" } }));
        expect(store.planned).toEqual([]);
        expect(acts()).toEqual([]);
    });
});
