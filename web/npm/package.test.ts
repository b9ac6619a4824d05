import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The folder with the package's file; `cargo xtask browser` makes it. */
const { NPM_PACKAGE: folder } = process.env;

/** A program that uses the package. It plays a game against itself and prints how it ended. */
const PROGRAM = `
import { readFileSync } from "node:fs";
import { load, RefusedError } from "menagerie";
const menagerie = await load();
const game = "shogi5";
menagerie.useNet(readFileSync(new URL(import.meta.resolve("menagerie/nets/shogi5.net"))));
let now = menagerie.look({ game });
let moves = 0;
for (; !now.ended && moves < 300; moves++) {
    const action = menagerie.search({ game, position: now.position, time: 10 });
    now = menagerie.look({ game, position: now.position, actions: [action] });
}
let refused = null;
try {
    menagerie.look({ game: "chess" });
} catch (error) {
    if (error instanceof RefusedError) refused = error.refused.code;
}
const endgame = { game: "jungle", position: "7/7/1w5/7/7/7/7/2C4/5P1 r", time: 50 };
const tables = readFileSync(new URL(import.meta.resolve("menagerie/tables/jungle.tables")));
const damaged = await menagerie.useTables(tables.subarray(1)).then(() => "accepted", () => "refused");
const known = [];
menagerie.search(endgame, ({ lines }) => (known[0] = lines[0].table ?? null));
await menagerie.useTables(tables);
menagerie.search(endgame, ({ lines }) => (known[1] = lines[0].table ?? null));
const games = menagerie.games().map(({ id }) => id);
const { rules, kinds } = menagerie.game("jungle");
const [ready] = menagerie.engine("isready");
const [length, art] = [rules.length, kinds[0].art];
console.log(JSON.stringify({ moves, ended: now.ended, refused, games, rules: length, art, ready, damaged, known }));
`;

/** What its TypeScript sees. */
const TYPED = `
import { load, type SceneResponse } from "menagerie";
const menagerie = await load();
const now: SceneResponse = menagerie.look({ game: "jungle" });
const action: string | null = menagerie.search({ game: "jungle", position: now.position });
// @ts-expect-error: a game is needed
menagerie.look({});
console.log(action);
`;

test.runIf(folder)(
    "the packed package works in Node.js, with types",
    () => {
        const tarball = readdirSync(folder!).find((name) => name.endsWith(".tgz"))!;
        const project = mkdtempSync(join(tmpdir(), "menagerie-npm-"));
        mkdirSync(join(project, "node_modules/menagerie"), { recursive: true });
        const target = join(project, "node_modules/menagerie");
        execFileSync("tar", ["-xzf", join(folder!, tarball), "-C", target, "--strip-components", "1"]);
        writeFileSync(join(project, "program.mjs"), PROGRAM);
        const said = execFileSync(process.execPath, ["program.mjs"], { cwd: project, encoding: "utf8" });
        const { moves, ended, refused, games, rules, art, ready, damaged, known } = JSON.parse(said) as Record<
            string,
            never
        >;
        expect(moves).toBeGreaterThan(5);
        expect(ended).not.toBeNull();
        expect([refused, ready]).toEqual(["not-found", "readyok"]);
        expect([damaged, known]).toEqual(["refused", [null, "wins in 19"]]);
        expect(games).toHaveLength(readdirSync("../crates/games").length);
        expect(rules).toBeGreaterThan(1000);
        expect(art).toContain("<svg");
        writeFileSync(join(project, "typed.mts"), TYPED);
        const tsc = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");
        const flags = [
            "--noEmit",
            "--strict",
            "--module",
            "esnext",
            "--moduleResolution",
            "bundler",
            "--target",
            "es2022",
        ];
        execFileSync(process.execPath, [tsc, ...flags, "typed.mts"], { cwd: project, stdio: "inherit" });
    },
    120_000,
);
