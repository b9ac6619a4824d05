import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeSocket, stubBrowser } from "../fixtures/fakeSocket";
import type { ConnectionState } from "./socket";
import { BY_SESSION } from "./seatTokens";
import { TableSocket } from "./socket";

let happens: (name: "online" | "offline") => void;
let states: ConnectionState[];
let received: string[];
let socket: TableSocket;

beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(1);
    happens = stubBrowser();
    states = [];
    received = [];
    socket = new TableSocket("ws://here", ["token"], {
        received: ({ t }) => received.push(t),
        connectionChanged: (state) => states.push(state),
        version: () => 7,
    });
});
afterEach(() => {
    socket.close();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
});

const DONE = (ack: number) => ({ t: "done", ack, version: 8 }) as const;

test("a new connection says which version it has, and repeats unacknowledged messages", async () => {
    const first = FakeSocket.last.open();
    const answer = socket.ask({ t: "resign", seat: "red" });
    const { ack } = first.asked("resign")[0]!;
    first.drop();
    vi.advanceTimersByTime(400);
    const second = FakeSocket.last.open();
    expect(second.sent[0]).toMatchObject({ t: "hello", tokens: ["token"], since: 7 });
    expect(second.asked("resign").map((message) => message.ack)).toEqual([ack]);
    second.receive(DONE(ack));
    expect(await answer).toBe(null);
    second.drop();
    vi.advanceTimersByTime(400);
    expect(FakeSocket.last.open().asked("resign")).toEqual([]);
});

test("a seat that the session gives has no token in the hello", () => {
    socket.close();
    socket = new TableSocket("ws://here", [BY_SESSION], {
        received: () => {},
        connectionChanged: () => {},
        version: () => null,
    });
    expect(FakeSocket.last.open().sent[0]).toMatchObject({ t: "hello", tokens: [], account: true });
});

test("every failed attempt doubles the pause; a message of the server resets it", () => {
    for (const pause of [400, 800, 1600]) {
        FakeSocket.last.drop();
        const before = FakeSocket.all.length;
        vi.advanceTimersByTime(pause - 1);
        expect(FakeSocket.all.length).toBe(before);
        vi.advanceTimersByTime(1);
        expect(FakeSocket.all.length).toBe(before + 1);
    }
    FakeSocket.last.open().receive({ t: "pong", n: 0 });
    FakeSocket.last.drop();
    vi.advanceTimersByTime(400);
    expect(FakeSocket.all.length).toBe(5);
});

test("if the server refuses the connection, the pause keeps growing", () => {
    for (let i = 0; i < 4; i++) {
        FakeSocket.last.open().receive({ t: "refused", ack: null, code: "not-found", error: "no such table" });
        FakeSocket.last.drop();
        vi.advanceTimersByTime(10_000);
    }
    const before = FakeSocket.all.length;
    FakeSocket.last.open().receive({ t: "refused", ack: null, code: "not-found", error: "no such table" });
    FakeSocket.last.drop();
    vi.advanceTimersByTime(6000);
    expect(FakeSocket.all.length).toBe(before);
});

test("a silent connection is given up without waiting for its closing handshake", () => {
    FakeSocket.last.open();
    vi.advanceTimersByTime(30_000);
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(400);
    expect(FakeSocket.all.length).toBe(2);
    expect(FakeSocket.all[0]!.readyState).toBe(FakeSocket.CLOSING);
    // Its close event comes later and changes nothing.
    FakeSocket.last.open();
    FakeSocket.all[0]!.drop();
    vi.advanceTimersByTime(10_000);
    expect(states.at(-1)).toBe("open");
    expect(FakeSocket.all.length).toBe(2);
});

test("a hidden tab, whose timers run once a minute, keeps a connection that answers", () => {
    FakeSocket.last.open();
    const timer = vi.getTimerCount();
    for (let minute = 0; minute < 5; minute++) {
        // The clock goes on, but the timer fires only once.
        vi.setSystemTime(Date.now() + 60_000);
        vi.advanceTimersByTime(10_000);
        FakeSocket.last.receive({ t: "pong", n: 0 });
    }
    expect(vi.getTimerCount()).toBe(timer);
    expect(states.at(-1)).toBe("open");
    expect(FakeSocket.all.length).toBe(1);
});

describe("the browser goes online or offline", () => {
    test("messages of a replaced socket are ignored", () => {
        const [first] = FakeSocket.all as [FakeSocket];
        happens("online");
        expect(FakeSocket.all.length).toBe(2);
        first.open();
        first.receive({ t: "pong", n: 1 });
        expect(first.sent).toEqual([]);
        expect(states).toEqual([]);
        expect(received).toEqual([]);
        FakeSocket.last.open();
        expect(FakeSocket.last.asked("hello").length).toBe(1);
        first.drop();
        expect(states.at(-1)).toBe("open");
    });
    test("offline closes the connection at once, online opens a new one at once", () => {
        FakeSocket.last.open();
        happens("offline");
        expect(states.at(-1)).toBe("lost");
        happens("online");
        expect(FakeSocket.all.length).toBe(2);
        vi.advanceTimersByTime(10_000);
        expect(FakeSocket.all.length).toBe(2);
    });
});
