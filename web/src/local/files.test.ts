import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FILE_WAIT_MS, inTime, loadedOnce, type LoadedFiles } from "./files";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

test("a search goes on without a file that is too slow, and the next search has it", async () => {
    let arrive = (_: Response) => {};
    const fetched = vi.fn(() => new Promise<Response>((done) => (arrive = done)));
    vi.stubGlobal("fetch", fetched);
    const files: LoadedFiles = new Map();
    const first = inTime(loadedOnce(files, "/a.net"));
    await vi.advanceTimersByTimeAsync(FILE_WAIT_MS);
    expect(await first).toBeNull();
    arrive(new Response(new Uint8Array([7])));
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
