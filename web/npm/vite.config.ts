import { defineConfig } from "vite";
import { lessons } from "../lessons/plugin.ts";

/** The build of the npm package; `pack.mjs` says from where to where. */
export default defineConfig({
    plugins: [lessons()],
    build: { target: "es2022", emptyOutDir: false, minify: false },
});
