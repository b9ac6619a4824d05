import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeLine, stubBrowser } from "../fixtures/fakeLine";
import type { Link } from "./socket";
import { TableSocket } from "./socket";

let happens: (name: "online" | "offline") => void;
let links: Link[];
let heard: string[];
let socket: TableSocket;

beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(1);
    happens = stubBrowser();
    links = [];
    heard = [];
    socket = new TableSocket("ws://here", ["token"], {
        heard: ({ t }) => heard.push(t),
        linked: (link) => links.push(link),
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

test("a line that comes back says what it has seen, and sends once more what was not answered", async () => {
    const first = FakeLine.last.open();
    const answer = socket.ask({ t: "resign", seat: "red" });
    const { ack } = first.asked("resign")[0]!;
    first.drop();
    vi.advanceTimersByTime(400);
    const second = FakeLine.last.open();
    expect(second.sent[0]).toMatchObject({ t: "hello", tokens: ["token"], since: 7 });
    expect(second.asked("resign").map((message) => message.ack)).toEqual([ack]);
    second.tell(DONE(ack));
    expect(await answer).toBe(null);
    second.drop();
    vi.advanceTimersByTime(400);
    expect(FakeLine.last.open().asked("resign")).toEqual([]);
});

test("every try in vain is followed by a longer wait; words of the server end that", () => {
    for (const pause of [400, 800, 1600]) {
        FakeLine.last.drop();
        const before = FakeLine.all.length;
        vi.advanceTimersByTime(pause - 1);
        expect(FakeLine.all.length).toBe(before);
        vi.advanceTimersByTime(1);
        expect(FakeLine.all.length).toBe(before + 1);
    }
    FakeLine.last.open().tell({ t: "pong", n: 0 });
    FakeLine.last.drop();
    vi.advanceTimersByTime(400);
    expect(FakeLine.all.length).toBe(5);
});

test("a server that refuses the greeting is asked less and less often", () => {
    for (let i = 0; i < 4; i++) {
        FakeLine.last.open().tell({ t: "refused", ack: null, code: "not-found", error: "no such table" });
        FakeLine.last.drop();
        vi.advanceTimersByTime(10_000);
    }
    const before = FakeLine.all.length;
    FakeLine.last.open().tell({ t: "refused", ack: null, code: "not-found", error: "no such table" });
    FakeLine.last.drop();
    vi.advanceTimersByTime(6000);
    expect(FakeLine.all.length).toBe(before);
});

test("a line that is silent is given up without waiting for its end", () => {
    FakeLine.last.open();
    vi.advanceTimersByTime(30_000);
    expect(links.at(-1)).toBe("lost");
    vi.advanceTimersByTime(400);
    expect(FakeLine.all.length).toBe(2);
    expect(FakeLine.all[0]!.readyState).toBe(FakeLine.CLOSING);
    // Its end comes at last, and changes nothing.
    FakeLine.last.open();
    FakeLine.all[0]!.drop();
    vi.advanceTimersByTime(10_000);
    expect(links.at(-1)).toBe("open");
    expect(FakeLine.all.length).toBe(2);
});

describe("the browser knows about the line", () => {
    test("an older socket does not speak any more when a newer one was opened", () => {
        const [first] = FakeLine.all as [FakeLine];
        happens("online");
        expect(FakeLine.all.length).toBe(2);
        first.open();
        first.tell({ t: "pong", n: 1 });
        expect(first.sent).toEqual([]);
        expect(links).toEqual([]);
        expect(heard).toEqual([]);
        FakeLine.last.open();
        expect(FakeLine.last.asked("hello").length).toBe(1);
        first.drop();
        expect(links.at(-1)).toBe("open");
    });
    test("offline cuts the line at once, online opens one at once", () => {
        FakeLine.last.open();
        happens("offline");
        expect(links.at(-1)).toBe("lost");
        happens("online");
        expect(FakeLine.all.length).toBe(2);
        vi.advanceTimersByTime(10_000);
        expect(FakeLine.all.length).toBe(2);
    });
});
