import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.MENAGERIE_SERVER ?? "http://127.0.0.1:7777";

export default defineConfig({
    plugins: [svelte()],
    // No polyfill and nothing inlined: the page runs under `default-src 'self'`.
    build: { target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
    server: { proxy: { "/api": { target: server, ws: true } } },
    test: { include: ["src/**/*.test.ts"] },
});
