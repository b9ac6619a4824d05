import { beforeEach, expect, test, vi } from "vitest";
import { closeOffer, isOffered } from "./offers";

beforeEach(() => {
    const storage = new Map<string, string>();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => storage.set(key, value),
    });
});

test("the first table of a game offers its course, also after a reload; other tables do not", () => {
    expect(isOffered("jungle", "t1")).toBe(true);
    expect(isOffered("jungle", "t1")).toBe(true);
    expect(isOffered("jungle", "t2")).toBe(false);
    expect(isOffered("djambi", "t3")).toBe(true);
});

test("after an answer no table offers the course again", () => {
    expect(isOffered("jungle", "t1")).toBe(true);
    closeOffer("jungle");
    expect(isOffered("jungle", "t1")).toBe(false);
});

test("without storage nothing is offered, because an answer could not be kept", () => {
    vi.stubGlobal("localStorage", {
        getItem: () => null,
        setItem: () => {
            throw new Error("no storage");
        },
    });
    expect(isOffered("jungle", "t1")).toBe(false);
});
