import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Module } from "./module";

/** The module and the figures of the native program; `cargo xtask browser --bench` makes both. */
const { BROWSER_MODULE: module, BROWSER_NODES: nodes } = process.env;

interface Measured {
    game: string;
    question: object;
    nps: number;
}

/** Nodes per second until the last report of a search. */
function nodesPerSecond(browser: Module, question: object): number {
    const started = performance.now();
    let [found, time] = [0, 0];
    browser.think(question, (thought) => {
        found = (thought as { nodes: number }).nodes;
        time = performance.now() - started;
    });
    return (found / time) * 1000;
}

test.runIf(module && nodes)(
    "the module searches at least half as many nodes per second as the native program",
    async () => {
        const compiled = await WebAssembly.compile(readFileSync(module!));
        const lines = readFileSync(nodes!, "utf8").trim().split("\n");
        const measured = lines.map((line) => JSON.parse(line) as Measured);
        for (const game of new Set(measured.map(({ game }) => game))) {
            const browser = await Module.instantiate(compiled);
            const net = `../crates/games/${game}/src/eval/${game}.net`;
            if (existsSync(net)) browser.setNet(readFileSync(net));
            // The engine of JavaScript compiles what runs often a second time; the page shares that between its workers.
            for (const one of measured.filter((one) => one.game === game)) nodesPerSecond(browser, one.question);
            const ratios = measured
                .filter((one) => one.game === game)
                .map(({ question, nps }) => ({ native: nps, wasm: nodesPerSecond(browser, question) }));
            const mean = (way: "native" | "wasm") => ratios.reduce((sum, one) => sum + one[way], 0) / ratios.length;
            const [native, wasm] = [mean("native"), mean("wasm")];
            console.log(`${game}: native ${Math.round(native)}, WebAssembly ${Math.round(wasm)} nodes/s`);
            console.log(`${game}: ratio ${(wasm / native).toFixed(2)}`);
            expect.soft(wasm / native, game).toBeGreaterThanOrEqual(0.5);
        }
    },
    600_000,
);
