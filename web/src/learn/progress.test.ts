import { beforeEach, expect, test, vi } from "vitest";
import { account } from "../account/account.svelte";
import { award, mergeStars, ofLevels, parseStars, progress, syncProgress } from "./progress.svelte";

const storage = new Map<string, string>();
let requests: [path: string, method: string, body: unknown][];
/** What the server answers, by method and path. */
let answers: Record<string, unknown>;
const kept = () => parseStars(storage.get("menagerie.lessons") ?? null);

beforeEach(() => {
    storage.clear();
    requests = [];
    answers = {};
    account.name = null;
    progress.stars = {};
    vi.stubGlobal("localStorage", {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => storage.set(key, value),
    });
    vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
        const method = init?.method ?? "GET";
        requests.push([path, method, init?.body ? JSON.parse(init.body as string) : null]);
        const body = answers[`${method} ${path}`];
        return Promise.resolve(new Response(JSON.stringify(body ?? {}), { status: body ? 200 : 500 }));
    });
});

test("of each level the larger number of stars counts", () => {
    const merged = mergeStars({ jungle: { a: 1, b: 3 } }, { jungle: { a: 2, b: 1 }, djambi: { c: 1 } });
    expect(merged).toEqual({ jungle: { a: 2, b: 3 }, djambi: { c: 1 } });
});

test("a stored text that is malformed costs nothing but itself", () => {
    expect(parseStars(null)).toEqual({});
    expect(parseStars("{")).toEqual({});
    expect(parseStars('{"jungle": {"a": 2, "b": 7, "c": "x"}}')).toEqual({ jungle: { a: 2 } });
});

test("a guest's stars stay in the browser, and a worse try takes none away", async () => {
    await award("jungle", "den", 3);
    await award("jungle", "den", 1);
    expect(progress.stars).toEqual({ jungle: { den: 3 } });
    expect(kept()).toEqual({ jungle: { den: 3 } });
    expect(requests).toEqual([]);
});

test("stars that another window stored meanwhile are kept", async () => {
    storage.set("menagerie.lessons", '{"djambi": {"power": 2}}');
    await award("jungle", "den", 1);
    expect(kept()).toEqual({ djambi: { power: 2 }, jungle: { den: 1 } });
});

test("with an account each solved level is sent, and the answer's stars are added", async () => {
    account.name = "Ann";
    answers["PUT /api/account/lessons"] = { stars: { jungle: { den: 3 }, shogi5: { drop: 2 } } };
    await award("jungle", "den", 1);
    expect(requests).toEqual([["/api/account/lessons", "PUT", { stars: { jungle: { den: 1 } } }]]);
    expect(progress.stars).toEqual({ jungle: { den: 3 }, shogi5: { drop: 2 } });
});

test("signing in sends all stars of levels that exist", async () => {
    progress.stars = { jungle: { den: 2, gone: 3 }, chess: { old: 1 } };
    account.name = "Ann";
    answers["GET /api/lessons"] = [
        { game: "jungle", name: "Animal Chess", chapters: [{ title: "One", levels: [{ id: "den", title: "Den" }] }] },
    ];
    answers["PUT /api/account/lessons"] = { stars: { jungle: { den: 3 } } };
    await syncProgress();
    expect(requests.at(-1)).toEqual(["/api/account/lessons", "PUT", { stars: { jungle: { den: 2 } } }]);
    expect(progress.stars.jungle).toEqual({ den: 3, gone: 3 });
});

test("a server that does not answer costs no star", async () => {
    account.name = "Ann";
    await award("jungle", "den", 2);
    await syncProgress();
    expect(kept()).toEqual({ jungle: { den: 2 } });
});

test("a game without stars sends nothing", () => {
    expect(ofLevels({}, [{ game: "jungle", name: "Animal Chess", chapters: [] }])).toEqual({});
});
