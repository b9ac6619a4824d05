import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { type Documents, withDocuments } from "./documents";
import type { PrincipalVariation, Thought } from "../wire";
import { Module } from "./module";
import { puzzlesInput } from "./puzzles";
import { unpackTables } from "./tables";

/** The module and the answers of the native program; `cargo xtask browser` makes both. */
const { BROWSER_MODULE: module, BROWSER_ANSWERS: answers } = process.env;
/** The limit of the module as the server sends it, in bytes. */
const LARGEST = 500_000;
const GAMES = "../crates/games";

const games = () => readdirSync(GAMES);
const gamesWithPuzzles = () => games().filter((game) => existsSync(join(GAMES, game, "puzzles.jsonl")));

function documents(): Documents {
    const names = readdirSync(GAMES, { recursive: true, encoding: "utf8" });
    const texts = names.filter((name) => /\.(md|svg)$/.test(name));
    return Object.fromEntries(texts.map((name) => [name, readFileSync(join(GAMES, name), "utf8")]));
}

/** The collection of a game as the page passes it in. */
const puzzlesOf = (game: string) =>
    puzzlesInput(
        game,
        readFileSync(join(GAMES, game, "puzzles.jsonl"), "utf8"),
        readFileSync(join(GAMES, game, "rules.md"), "utf8"),
    );

/** An instance that has got its courses and puzzles as the page gives them. */
async function instance(): Promise<Module> {
    const browser = await Module.instantiate(await WebAssembly.compile(readFileSync(module!)));
    const course = (game: string) => JSON.stringify(parse(readFileSync(join(GAMES, game, "lessons.toml"), "utf8")));
    for (const game of gamesWithPuzzles()) browser.receive(puzzlesOf(game));
    browser.receive({ t: "courses", courses: Object.fromEntries(games().map((game) => [game, course(game)])) });
    return browser;
}

test("documents take the place of their names", () => {
    const body = '{"rules":"document:menagerie-jungle/../rules.md","art":"document:menagerie-x/../art/no.svg"}';
    expect(withDocuments(body, { "jungle/rules.md": 'a "b"' })).toBe('{"rules":"a \\"b\\"","art":""}');
});

test.runIf(module)(
    "the module is at most 500 kB with Brotli",
    () => {
        const bytes = readFileSync(module!);
        const [brotli, gzip] = [brotliCompressSync(bytes).length, gzipSync(bytes, { level: 9 }).length];
        console.log(`the module: ${bytes.length} bytes, Brotli ${brotli}, gzip ${gzip}`);
        expect(brotli).toBeLessThan(LARGEST);
    },
    60_000,
);

test.runIf(module && answers)(
    "the module answers as the native program: games, lessons, puzzles, actions, scenes, explanations, views",
    async () => {
        const browser = await instance();
        const known = documents();
        const compared: Record<string, number> = {};
        let legal = 0;
        let illegal = 0;
        for await (const line of createInterface({ input: createReadStream(answers!) })) {
            const { request, answer } = JSON.parse(line) as {
                request: { path: string };
                answer: { status: number; body: string };
            };
            const [output] = browser.receive(request) as { status: number; body: string }[];
            const body = withDocuments(output?.body ?? "", known);
            if (body !== answer.body || output?.status !== answer.status)
                expect({ status: output?.status, body }, line.slice(0, 300)).toEqual(answer);
            const path = request.path.split("/").slice(0, 3).join("/");
            compared[path] = (compared[path] ?? 0) + 1;
            if (/"legal":true/.test(answer.body)) legal += 1;
            if (/"legal":false/.test(answer.body)) illegal += 1;
        }
        console.log("answers compared:", compared, { legal, illegal });
        expect(compared["/api/scene"]).toBeGreaterThanOrEqual(3 * 1000 * games().length);
        expect(Math.min(legal, illegal)).toBeGreaterThan(1000);
    },
    600_000,
);

const netOf = (game: string) => readFileSync(join(GAMES, game, `src/eval/${game}.net`));

/**
 * What a level finds for the start position: its action and the score of the first report. The action of level 8 depends
 * on the clock, so it is left out.
 */
async function found(game: string, level: number, withNet: boolean): Promise<object> {
    const browser = await instance();
    if (withNet) browser.setNet(netOf(game));
    const [{ body }] = browser.receive({
        t: "request",
        method: "POST",
        path: "/api/scene",
        body: JSON.stringify({ game, position: null, actions: [], explain: null }),
    }) as [{ body: string }];
    const { position } = JSON.parse(body) as { position: string };
    const time = level < 8 ? "Unlimited" : { Move: 300 };
    const question = { game, seat: 0, view: position, past: null, level, time, lines: 1, seed: 7 };
    const scores: string[] = [];
    const told = (thought: unknown) => scores.push((thought as Thought).lines[0]!.score);
    const reply = browser.think(question, told) as { action: string };
    return { action: level < 8 ? reply.action : "", score: scores[0] };
}

test.runIf(module).each(["jungle", "djambi"])(
    "%s: level 3 does without the net, level 8 uses it",
    async (game) => {
        expect(await found(game, 3, true)).toEqual(await found(game, 3, false));
        expect(await found(game, 8, true)).not.toEqual(await found(game, 8, false));
    },
    60_000,
);

test.runIf(module)("the engine uses the net of its game, unless another evaluation is selected", async () => {
    const browser = await instance();
    const score = () => {
        browser.engine("uginewgame");
        return /score cp (-?\d+)/.exec(browser.engine("go nodes 200").join("\n"))?.[1];
    };
    browser.engine("setoption name UCI_Variant value shogi5");
    browser.engine("position startpos moves a2a3");
    const classical = score();
    browser.setNet(netOf("jungle"));
    expect(score(), "a net of another game").toBe(classical);
    browser.setNet(netOf("shogi5"));
    const learned = score();
    expect(learned).not.toBe(classical);
    browser.engine("setoption name EvalFile value classical");
    expect(score()).toBe(classical);
    browser.engine("setoption name UCI_Variant value jungle");
    browser.engine("setoption name EvalFile value embedded");
    browser.engine("setoption name UCI_Variant value shogi5");
    browser.engine("position startpos moves a2a3");
    expect(score(), "after another game").toBe(learned);
    expect(() => browser.setNet(netOf("shogi5").subarray(1))).toThrow();
});

const tablesOf = (game: string) => unpackTables(readFileSync(join(GAMES, game, "tables/built-in.bin")));

/** Leopard and cat against wolf. The next capture is 19 actions away, too far for a short search. */
const WON_ENDGAME = "7/7/1w5/7/7/7/7/2C4/5P1 r";

/** The line that a short search of the endgame finds. */
function endgame(browser: Module, level: number | null): PrincipalVariation {
    const question = { game: "jungle", seat: 0, view: WON_ENDGAME, past: null, level, time: { Move: 100 } };
    const found: Thought[] = [];
    browser.think({ ...question, lines: 1, seed: 7 }, (thought) => found.push(thought as Thought));
    return found.at(-1)!.lines[0]!;
}

test.runIf(module)("full strength answers an endgame from the tables once they are loaded", async () => {
    const browser = await instance();
    expect(endgame(browser, 8)).not.toHaveProperty("table");
    browser.setTables(await tablesOf("jungle"));
    for (const level of [8, null]) {
        const { table, actions, score } = endgame(browser, level);
        expect([table, actions[0], score]).toEqual(["wins in 19", "c2d2", "+309.68"]);
    }
});

test.runIf(module)("the engine uses the tables of its game", async () => {
    const browser = await instance();
    browser.engine("setoption name UCI_Variant value jungle");
    const search = () => {
        browser.engine("uginewgame");
        browser.engine(`position fen ${WON_ENDGAME}`);
        return browser.engine("go nodes 3000");
    };
    expect(search().at(-1)).not.toBe("bestmove c2d2");
    browser.setTables(await tablesOf("jungle"));
    const lines = search();
    expect(lines.at(-1)).toBe("bestmove c2d2");
    expect(lines.at(-2)).toContain("score cp 30968");
});

test.runIf(module)(
    "tables that are damaged, truncated or foreign are refused, and the search does without",
    async () => {
        const browser = await instance();
        const values = await tablesOf("jungle");
        const damaged = values.slice();
        damaged[values.length >> 1]! ^= 1;
        for (const wrong of [damaged, values.subarray(1), values.subarray(0, -1), netOf("jungle"), new Uint8Array()])
            expect(() => browser.setTables(wrong)).toThrow("not the endgame tables");
        expect(endgame(browser, 8)).not.toHaveProperty("table");
    },
);

test.runIf(module)("the engine speaks its protocol and ends a search by the clock", async () => {
    const browser = await instance();
    expect(browser.engine("ugi").at(-1)).toBe("ugiok");
    browser.engine("setoption name UCI_Variant value shogi5");
    browser.engine("position startpos");
    const started = performance.now();
    const lines = browser.engine("go movetime 200");
    expect(lines.at(-1)).toMatch(/^bestmove /);
    expect(performance.now() - started).toBeGreaterThan(100);
    // Nothing could stop it.
    expect(browser.engine("go infinite").at(-1)).toMatch(/^info string/);
    expect(browser.engine("go").at(-1)).toMatch(/^info string/);
});
