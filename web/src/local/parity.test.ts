import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { Module } from "./module";

/** The module and the answers of the native program; `cargo xtask browser` makes both. */
const { BROWSER_MODULE: module, BROWSER_ANSWERS: answers } = process.env;

test.runIf(module && answers)(
    "the module answers about every position as the native program does",
    async () => {
        const browser = await Module.instantiate(await WebAssembly.compile(readFileSync(module!)));
        let compared = 0;
        for await (const line of createInterface({ input: createReadStream(answers!) })) {
            const { request, answer } = JSON.parse(line) as {
                request: object;
                answer: { status: number; body: string };
            };
            const [output] = browser.receive(request) as { status: number; body: string }[];
            expect({ status: output?.status, body: output?.body }, line.slice(0, 300)).toEqual(answer);
            compared += 1;
        }
        expect(compared).toBeGreaterThan(0);
        console.log(`${compared} answers compared`);
    },
    600_000,
);

test.runIf(module)("the engine speaks its protocol and ends a search by the clock", async () => {
    const browser = await Module.instantiate(await WebAssembly.compile(readFileSync(module!)));
    expect(browser.engine("ugi").at(-1)).toBe("ugiok");
    browser.engine("setoption name UCI_Variant value shogi5");
    browser.engine("position startpos");
    const lines = browser.engine("go movetime 200");
    expect(lines.at(-1)).toMatch(/^bestmove /);
});
