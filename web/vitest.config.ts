import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { messages } from "./messages/plugin.ts";

export default defineConfig({ plugins: [svelte(), messages()], test: { include: ["src/**/*.test.ts"] } });
