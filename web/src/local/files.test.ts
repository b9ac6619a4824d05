import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FILE_WAIT_MS, inTime, loadedOnce, type LoadedFiles } from "./files";
import { afterWaiting, type Question } from "./localSearch";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

test("one search waits for a slow file, the next one does not, and a later one has it", async () => {
    let arrive = (_: Response) => {};
    const fetched = vi.fn(() => new Promise<Response>((done) => (arrive = done)));
    vi.stubGlobal("fetch", fetched);
    const files: LoadedFiles = new Map();
    const first = inTime(loadedOnce(files, "/a.net"));
    await vi.advanceTimersByTimeAsync(FILE_WAIT_MS);
    expect(await first).toBeNull();
    const second = vi.fn();
    void inTime(loadedOnce(files, "/a.net")).then(second);
    await vi.advanceTimersByTimeAsync(0);
    expect(second, "no later search waits").toHaveBeenCalledWith(null);
    arrive(new Response(new Uint8Array([7])));
    await vi.advanceTimersByTimeAsync(0);
    expect(await inTime(loadedOnce(files, "/a.net"))).toEqual(new Uint8Array([7]));
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
});

test("a file that cannot be loaded is tried again by the next search", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const fetched = vi.fn(async () => new Response("", { status: 404 }));
    vi.stubGlobal("fetch", fetched);
    const files: LoadedFiles = new Map();
    expect(await inTime(loadedOnce(files, "/a.net"))).toBeNull();
    expect(await inTime(loadedOnce(files, "/a.net"))).toBeNull();
    expect(fetched).toHaveBeenCalledTimes(2);
});

test("the wait for files is a part of the search's time", () => {
    const asked = (time: Question["time"]) => ({ game: "jungle", level: 8, time });
    expect(afterWaiting(asked({ Move: 2800 }), 1500.4)).toEqual(asked({ Move: 1300 }));
    expect(afterWaiting(asked({ Move: 300 }), 1500)).toEqual(asked({ Move: 100 }));
    expect(afterWaiting(asked({ Clock: [10_000, 2000] }), 1500)).toEqual(asked({ Clock: [8500, 2000] }));
    expect(afterWaiting(asked({ Clock: [50, 0] }), 1500)).toEqual(asked({ Clock: [50, 0] }));
    expect(afterWaiting(asked("Unlimited"), 1500)).toEqual(asked("Unlimited"));
});
