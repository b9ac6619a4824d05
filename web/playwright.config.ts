import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.MENAGERIE_PORT ?? 7979);
const binary = process.env.MENAGERIE_BINARY ?? "../target/debug/menagerie";
const data = process.env.MENAGERIE_DATA ?? mkdtempSync(join(tmpdir(), "menagerie-"));

export default defineConfig({
    testDir: "tests",
    timeout: 90_000,
    expect: { timeout: 10_000 },
    workers: 2,
    fullyParallel: true,
    reporter: [["list"]],
    use: {
        baseURL: `http://127.0.0.1:${port}`,
        viewport: { width: 1280, height: 800 },
        reducedMotion: "reduce",
        trace: "retain-on-failure",
        launchOptions: {
            executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
            args: [
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        },
    },
    webServer: {
        // All browsers come from one address and make more tables than one person may.
        env: { MENAGERIE_LIMITS: "none" },
        command: `${binary} serve --listen 127.0.0.1:${port} --data ${data}`,
        url: `http://127.0.0.1:${port}/api/about`,
        reuseExistingServer: false,
        stdout: "ignore",
    },
});
