import { beforeEach, expect, test, vi } from "vitest";
import { ServerError } from "../api/http";
import { account, offerToSignIn, signIn, signing, signOut, verify } from "./account.svelte";

const kept = new Map<string, string>();
/** What was asked of a server that gives these answers, one after the other. */
function serve(...answers: [status: number, body: object][]): string[] {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
        asked.push(`${init?.method ?? "GET"} ${path}`);
        const [status, body] = answers.shift() ?? [500, {}];
        return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }));
    });
    return asked;
}
const NO = { code: "not-allowed", error: "sign in first" } as const;
const ann = { name: "Ann", bot: false, created: 0 };

beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
        removeItem: (key: string) => kept.delete(key),
    });
    account.name = null;
    Object.assign(signing, { asked: false, open: false, why: "" });
});

test("the name is the server's, and no password is kept", async () => {
    serve([200, ann]);
    await signIn("ann", "correct horse");
    expect(account.name).toBe("Ann");
    expect([...kept.values()]).toEqual(["Ann"]);
});

test("a guest's browser asks nothing", async () => {
    const asked = serve();
    await verify();
    expect(asked).toEqual([]);
});

test("a session that was ended elsewhere is noticed; a server that fails says nothing about it", async () => {
    serve([200, ann], [500, {}], [403, NO]);
    await signIn("Ann", "correct horse");
    await verify();
    expect(account.name).toBe("Ann");
    await verify();
    expect(account.name).toBeNull();
    expect(kept.size).toBe(0);
});

test("one can sign out of a session that has ended already", async () => {
    const asked = serve([200, ann], [403, NO]);
    await signIn("Ann", "correct horse");
    await signOut();
    expect(asked.at(-1)).toBe("DELETE /api/session");
    expect(account.name).toBeNull();
});

test("whoever cannot be signed out stays signed in, and is told", async () => {
    serve([200, ann], [500, { code: "trouble", error: "the disk is full" }]);
    await signIn("Ann", "correct horse");
    await expect(signOut()).rejects.toThrow("the disk is full");
    expect(account.name).toBe("Ann");
});

test("the dialogue opens with the server's sentence for guests, and for nobody else", async () => {
    const refused = new ServerError("this match is rated", { ...NO, error: "this match is rated" });
    expect(await offerToSignIn(new ServerError("taken", { code: "taken", error: "taken" }))).toBe(false);
    expect(await offerToSignIn(refused)).toBe(true);
    expect(signing).toEqual({ asked: true, open: true, why: "this match is rated" });
    signing.open = false;
    serve([200, ann], [200, ann]);
    await signIn("Ann", "correct horse");
    expect(await offerToSignIn(refused)).toBe(false);
    expect(signing.open).toBe(false);
});
