import { beforeEach, expect, test, vi } from "vitest";
import { ServerError } from "../api/http";
import { account, offerToSignIn, signIn, signInDialog, signOut, verify } from "./account.svelte";

const storage = new Map<string, string>();
/** Stubs a server that gives these answers in order. Returns the list of requests. */
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
    storage.clear();
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => storage.set(key, value),
        removeItem: (key: string) => storage.delete(key),
    });
    account.name = null;
    Object.assign(signInDialog, { loaded: false, open: false, why: "" });
});

test("the name is the server's, and no password is kept", async () => {
    serve([200, ann]);
    await signIn("ann", "correct horse");
    expect(account.name).toBe("Ann");
    expect([...storage.values()]).toEqual(["Ann"]);
});

test("a guest's browser sends no request", async () => {
    const asked = serve();
    await verify();
    expect(asked).toEqual([]);
});

test("a session that another browser ended is noticed; a server error keeps the name", async () => {
    serve([200, ann], [500, {}], [403, NO]);
    await signIn("Ann", "correct horse");
    await verify();
    expect(account.name).toBe("Ann");
    await verify();
    expect(account.name).toBeNull();
    expect(storage.size).toBe(0);
});

test("signing out of a session that has ended already succeeds", async () => {
    const asked = serve([200, ann], [403, NO]);
    await signIn("Ann", "correct horse");
    await signOut();
    expect(asked.at(-1)).toBe("DELETE /api/session");
    expect(account.name).toBeNull();
});

test("if signing out fails, the account stays signed in and the error is thrown", async () => {
    serve([200, ann], [500, { code: "trouble", error: "the disk is full" }]);
    await signIn("Ann", "correct horse");
    await expect(signOut()).rejects.toThrow("the disk is full");
    expect(account.name).toBe("Ann");
});

test("the sign-in dialog opens with the server's sentence, for guests only", async () => {
    const refused = new ServerError("this match is rated", { ...NO, error: "this match is rated" });
    expect(await offerToSignIn(new ServerError("taken", { code: "taken", error: "taken" }))).toBe(false);
    expect(await offerToSignIn(refused)).toBe(true);
    expect(signInDialog).toEqual({ loaded: true, open: true, why: "this match is rated" });
    signInDialog.open = false;
    serve([200, ann], [200, ann]);
    await signIn("Ann", "correct horse");
    expect(await offerToSignIn(refused)).toBe(false);
    expect(signInDialog.open).toBe(false);
});
