import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollWhileVisible } from "./poll";

let hidden = false;
let changed: () => void = () => {};
beforeEach(() => {
    vi.useFakeTimers();
    hidden = false;
    vi.stubGlobal("document", {
        get hidden() {
            return hidden;
        },
        addEventListener: (_: string, listener: () => void) => (changed = listener),
        removeEventListener: () => {},
    });
});
afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

test("it asks at once and then at the interval, not while the tab is hidden, and no more after the end", async () => {
    const ask = vi.fn(() => Promise.resolve());
    const stop = pollWhileVisible(ask, 1000);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2500);
    expect(ask).toHaveBeenCalledTimes(3);
    hidden = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ask).toHaveBeenCalledTimes(3);
    hidden = false;
    changed();
    expect(ask).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(5);
    stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ask).toHaveBeenCalledTimes(5);
});

test("a failed request does not stop it, and a slow one delays the next", async () => {
    let answer: () => void = () => {};
    const ask = vi.fn(() => new Promise<void>((_, fail) => (answer = () => fail(new Error("no")))));
    pollWhileVisible(ask, 1000);
    await vi.advanceTimersByTimeAsync(5000);
    expect(ask).toHaveBeenCalledTimes(1);
    answer();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(2);
});
