import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const server = process.env.MENAGERIE_SERVER ?? "http://127.0.0.1:7777";

/** Writes a compressed copy beside every file that gains from it: the server sends it as it is. */
function compressed(): Plugin {
    return {
        name: "compressed",
        apply: "build",
        writeBundle({ dir = "dist" }) {
            for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
                if (!/\.(html|js|css|svg)$/.test(name)) continue;
                const text = readFileSync(join(dir, name));
                const squeezed = brotliCompressSync(text, {
                    params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
                });
                if (squeezed.length < text.length) writeFileSync(join(dir, `${name}.br`), squeezed);
            }
        },
    };
}

export default defineConfig({
    plugins: [svelte(), compressed()],
    // No polyfill and nothing inlined: the page runs under `default-src 'self'`.
    build: { target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
    server: { proxy: { "/api": { target: server, ws: true } } },
});
