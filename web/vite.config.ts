import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { lessons } from "./lessons/plugin.ts";
import { messages } from "./messages/plugin.ts";
import { serviceWorker } from "./service-worker/plugin.ts";

const server = process.env.MENAGERIE_SERVER ?? "http://127.0.0.1:7777";

/** Writes a Brotli copy beside every file that it makes smaller. The server sends that copy. */
function compressed(): Plugin {
    return {
        name: "compressed",
        apply: "build",
        writeBundle({ dir = "dist" }) {
            for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
                if (!/\.(html|js|css|svg|wasm|net|jsonl|webmanifest)$/.test(name)) continue;
                const text = readFileSync(join(dir, name));
                const brotli = brotliCompressSync(text, {
                    params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
                });
                if (brotli.length < text.length) writeFileSync(join(dir, `${name}.br`), brotli);
            }
        },
    };
}

export default defineConfig({
    plugins: [svelte(), messages(), lessons(), serviceWorker(), compressed()],
    // No polyfill and nothing inlined: the page runs under `default-src 'self'`.
    build: {
        target: "es2022",
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // The first script lists the files of all screens, so short names make the first visit smaller.
        rollupOptions: { output: { chunkFileNames: "assets/[hash].js", assetFileNames: "assets/[hash][extname]" } },
    },
    worker: { format: "es" },
    server: { proxy: { "/api": { target: server, ws: true } } },
});
