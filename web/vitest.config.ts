import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { lessons } from "./lessons/plugin.ts";
import { messages } from "./messages/plugin.ts";

export default defineConfig({
    plugins: [svelte(), messages(), lessons()],
    test: { include: ["src/**/*.test.ts", "npm/**/*.test.ts"] },
});
