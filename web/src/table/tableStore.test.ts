import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeSocket, stubBrowser } from "../fixtures/fakeSocket";
import { scenes } from "../fixtures/scenes";
import type { Choice, Refused, Scene, TableView, Table } from "../wire";
import { TableStore } from "./tableStore.svelte";

const { scene } = scenes.find(({ name }) => name === "jungle 0")!;
const choice = scene.choices.find(({ action }) => action === "a3a4")!;
const table = { id: "t", game: "jungle", stage: "playing", seats: [] } as unknown as Table;

/** What red sees: its own turn, unless `change` says otherwise. */
const seen = (change: Partial<TableView> = {}): TableView => ({
    viewer: "red",
    actor: "red",
    text: "start",
    actions: null,
    scene,
    covered: false,
    canUndo: false,
    clocks: { left: [], periods: [], running: null } as unknown as TableView["clocks"],
    offers: { draw: [], takeback: null, rematch: [] },
    ended: null,
    ...change,
});
const waits: Partial<TableView> = { actor: "black", scene: { ...scene, choices: [] } };

let store: TableStore;
let socket: FakeSocket;

beforeEach(() => {
    stubBrowser();
    store = new TableStore("t", [["red", "token"]]);
    socket = FakeSocket.last.open();
});
afterEach(() => {
    store.close();
    vi.unstubAllGlobals();
});

const full = (version: number, now: TableView) =>
    FakeSocket.last.receive({ t: "full", version, table, seen: now, log: [], talk: [] });
const event = (version: number, event: string, now: TableView) => {
    const happened = [{ words: event, what: { effect: "note", text: event } as const }];
    const entry = { version, by: "black", event, turn: 1, at: 0, happened } as const;
    FakeSocket.last.receive({ t: "event", version, entry: entry as never, seen: now });
};
const acts = () => FakeSocket.last.asked("act");
const refuse = (refused: Refused) => FakeSocket.last.receive({ t: "refused", ack: acts().at(-1)!.ack, ...refused });
const stale = () => refuse({ code: "stale", error: "the table has reached another version" });
const at = (place: string) => store.scene?.pieces.find((piece) => piece.at === place)?.kind;
/** Lets waiting promises settle. */
const settled = () => new Promise((done) => setTimeout(done));

describe("the player's own move", () => {
    beforeEach(() => full(1, seen()));

    test("is refused: the piece goes back, and the notice has the rule", async () => {
        void store.act(choice);
        expect(at("a4")).toBe("elephant");
        refuse({ code: "illegal", error: "it may not", rule: "jungle/pieces/1" });
        await settled();
        expect(at("a3")).toBe("elephant");
        expect(store.notice).toEqual({ text: "it may not", rule: "jungle/pieces/1", place: null });
    });

    test("crosses an offer: the piece stays, and the move is sent again for the new version", async () => {
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

    test("is stale before the newer event came: it waits for the event", async () => {
        void store.act(choice);
        stale();
        await settled();
        expect(acts().length).toBe(1);
        event(2, "!offer-draw:black", seen());
        await settled();
        expect(acts().map(({ at }) => at)).toEqual([1, 2]);
    });

    test("crosses an event that makes it impossible: the piece goes back, and a notice says so", async () => {
        void store.act(choice);
        event(2, "!agree-takeback:black", seen({ text: "earlier", ...waits }));
        stale();
        await settled();
        expect(acts().length).toBe(1);
        expect(at("a3")).toBe("elephant");
        expect(store.notice?.text).toMatch(/no longer possible/);
    });

    test("is pending when the connection breaks: it is sent again once, with the same number", async () => {
        void store.act(choice);
        const { ack } = acts()[0]!;
        vi.useFakeTimers();
        socket.drop();
        vi.advanceTimersByTime(10_000);
        vi.useRealTimers();
        FakeSocket.last.open();
        expect(FakeSocket.last.sent[0]).toMatchObject({ t: "hello", since: 1 });
        full(1, seen());
        expect(at("a4")).toBe("elephant");
        expect(acts().map((act) => act.ack)).toEqual([ack]);
        event(2, "a3a4", seen({ text: "later", ...waits }));
        FakeSocket.last.receive({ t: "done", ack, version: 2 });
        await settled();
        expect(acts().length).toBe(1);
        expect(at("a3")).toBe("elephant");
    });
});

describe("what others do", () => {
    beforeEach(() => full(1, seen()));

    test("a declined draw becomes the notice and is announced", () => {
        event(2, "!offer-draw:red", seen({ offers: { draw: ["red"], takeback: null, rematch: [] } }));
        expect(store.notice).toBe(null);
        event(3, "!decline-draw:black", seen());
        expect(store.notice?.text).toBe("!decline-draw:black");
        expect(store.announcements.text).toBe("!decline-draw:black");
        event(4, "a7a6", seen());
        expect(store.notice).toBe(null);
    });

    test("an offer that this seat declined itself gives no notice", () => {
        event(2, "!decline-draw:red", seen());
        expect(store.notice).toBe(null);
    });

    test("a private message between others is listed without its text", () => {
        const said = { id: 1, seat: "red", name: "Ann", room: { kind: "players" }, text: "Hello", at: 0 } as const;
        FakeSocket.last.receive({ t: "said", said: said as never });
        FakeSocket.last.receive({ t: "whisper", whisper: { from: "blue", to: "green" } });
        expect(store.whispers).toEqual([{ whisper: { from: "blue", to: "green" }, after: 1 }]);
    });

    test("a computer's progress is shown until it has moved", () => {
        event(2, "a3a4", seen(waits));
        const thought = { seats: ["red", "black"], depth: 7, nodes: 1200, lines: [] };
        FakeSocket.last.receive({ t: "thinking", seat: "black", thought });
        expect(store.thinking).toEqual({ seat: "black", thought });
        event(3, "a7a6", seen());
        expect(store.thinking).toBe(null);
    });
});

describe("premoves", () => {
    const third = (id: string): Choice => ({
        action: `a3a4${id}`,
        touches: [...choice.touches, { touch: "button", id, label: id }],
        words: "",
    });
    const ownTurn = (choices: Choice[], text = "mine"): TableView =>
        seen({ text, scene: { ...scene, choices } as Scene });
    beforeEach(() => full(1, seen(waits)));

    test("are played one per turn, also if something is offered meanwhile", async () => {
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

    test("that are illegal are dropped with all that follow, and a notice says so", () => {
        store.plan({ from: "a3", to: "a9" });
        store.plan({ from: "g3", to: "g4" });
        event(2, "a7a6", seen({ text: "mine" }));
        expect(acts()).toEqual([]);
        expect(store.planned).toEqual([]);
        expect(store.notice?.text).toMatch(/planned/);
    });

    test("that fit several actions are begun, and the player chooses", () => {
        store.plan({ from: "a3", to: "a4" });
        event(2, "a7a6", ownTurn([third("x"), third("y")]));
        expect(acts()).toEqual([]);
        expect(store.begun).toEqual(choice.touches);
        expect(store.notice).toBe(null);
    });

    test("are dropped when the game ends", () => {
        store.plan({ from: "a3", to: "a4" });
        event(2, "!resign:black", seen({ ended: { scores: [], rule: "", reason: "" } }));
        expect(store.planned).toEqual([]);
        expect(acts()).toEqual([]);
    });
});

describe("a log that is longer than the snapshot", () => {
    const entry = (version: number) =>
        ({ version, by: "red", event: "a3a4", turn: version, at: 0, happened: [] }) as const;
    const snapshot = (...versions: number[]) =>
        FakeSocket.last.receive({
            t: "full",
            version: versions.at(-1)!,
            table,
            seen: seen(),
            log: versions.map(entry) as never,
            earlier: versions[0]! - 1,
            talk: [],
        });
    const versions = () => store.log.map(({ version }) => version);
    let requests: [path: string, token: string | undefined][];

    /** Stubs a server that gives two entries per page. */
    beforeEach(() => {
        requests = [];
        vi.stubGlobal("fetch", (path: string, init: { headers?: { authorization: string } }) => {
            requests.push([path, init.headers?.authorization]);
            const before = Number(new URL(path, "http://here").searchParams.get("before"));
            const log = [before - 2, before - 1].filter((version) => version > 0).map(entry);
            return Promise.resolve(new Response(JSON.stringify({ earlier: log[0]!.version - 1, log })));
        });
        snapshot(6, 7);
    });

    test("gets its earlier entries page by page, as the seat may know them", async () => {
        expect(store.earlier).toBe(5);
        await store.loadEarlier();
        expect(versions()).toEqual([4, 5, 6, 7]);
        expect(store.earlier).toBe(3);
        await store.loadEarlier();
        await store.loadEarlier();
        expect(versions()).toEqual([1, 2, 3, 4, 5, 6, 7]);
        expect(store.earlier).toBe(0);
        await store.loadEarlier();
        expect(requests.map(([path]) => path)).toEqual([6, 4, 2].map((at) => `/api/tables/t/log?before=${at}`));
        expect(new Set(requests.map(([, token]) => token))).toEqual(new Set(["Bearer token"]));
    });

    test("keeps them when a new snapshot connects to them, and drops them at a gap", async () => {
        await store.loadEarlier();
        snapshot(7, 8);
        expect(versions()).toEqual([4, 5, 6, 7, 8]);
        expect(store.earlier).toBe(3);
        snapshot(10, 11);
        expect(versions()).toEqual([10, 11]);
        expect(store.earlier).toBe(9);
    });

    test("ignores a page that arrives after another snapshot", async () => {
        const loading = store.loadEarlier();
        snapshot(10, 11);
        await loading;
        expect(versions()).toEqual([10, 11]);
    });
});
