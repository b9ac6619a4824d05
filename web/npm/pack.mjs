// Makes the npm package: `node npm/pack.mjs MODULE FOLDER`. The folder then holds the package, and its file for npm.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const [module, folder] = process.argv.slice(2);
const web = join(import.meta.dirname, "..");
const games = join(web, "../crates/games");
const stage = join(folder, "sources");
const output = join(folder, "package");

rmSync(folder, { recursive: true, force: true });
mkdirSync(output, { recursive: true });

// The sources with the games' documents beside them, as in the build of the page.
for (const name of ["npm", "src/local", "src/wire", "tsconfig.json"])
    cpSync(join(web, name), join(stage, name), { recursive: true });
for (const game of readdirSync(games)) {
    const documents = join(stage, "src/local/documents", game);
    for (const name of ["rules.md", "guide.md", "lessons.toml", "art"])
        cpSync(join(games, game, name), join(documents, name), { recursive: true });
    const net = join(games, game, `src/eval/${game}.net`);
    if (existsSync(net)) cpSync(net, join(output, `nets/${game}.net`));
    const tables = join(games, game, "tables/built-in.bin");
    if (existsSync(tables)) cpSync(tables, join(output, `tables/${game}.tables`));
}

await build({
    root: stage,
    configFile: join(web, "npm/vite.config.ts"),
    logLevel: "warn",
    build: {
        outDir: output,
        lib: { entry: join(stage, "npm/index.ts"), formats: ["es"], fileName: () => "index.js" },
    },
});

cpSync(module, join(output, "menagerie.wasm"));
for (const name of ["package.json", "README.md", "example.html"]) cpSync(join(web, "npm", name), join(output, name));
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(web, "..", name), join(output, name));

const tsc = join(web, "node_modules/typescript/bin/tsc");
const options = ["--declaration", "--emitDeclarationOnly", "--noEmit", "false", "--outDir", join(output, "types")];
execFileSync(process.execPath, [tsc, "--project", join(web, "npm/tsconfig.json"), ...options], { stdio: "inherit" });

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
execFileSync(npm, ["pack", "--silent", "--pack-destination", folder], { cwd: output, stdio: "inherit" });
