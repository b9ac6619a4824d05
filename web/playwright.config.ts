import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { others } from "./browsers.js";

const port = Number(process.env.MENAGERIE_PORT ?? 7979);
const binary = process.env.MENAGERIE_BINARY ?? "../target/debug/menagerie";
/**
 * Tests that are not about playback do not wait for it; `playback.spec.ts` sets its own pace. The tests play at the server;
 * `offline.spec.ts` plays in the browser.
 */
const settings = JSON.stringify({ pace: "instant", computer: "server" });
/** No table offers a course, as for a player who has answered; `learn.spec.ts` checks the offers. */
const games = readdirSync(join(import.meta.dirname, "../crates/games"));
const offers = JSON.stringify(Object.fromEntries(games.map((game) => [game, "answered"])));
const data = process.env.MENAGERIE_DATA ?? mkdtempSync(join(tmpdir(), "menagerie-"));

/** The system's browser; all other browsers are Playwright's own. */
const chromium = {
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
};

export default defineConfig({
    testDir: "tests",
    timeout: 90_000,
    expect: { timeout: 10_000 },
    workers: 2,
    fullyParallel: true,
    // A loaded machine can break a test that depends on time. Playwright reports a test that needs its second try as flaky.
    retries: process.env.CI ? 1 : 0,
    reporter: [["list"]],
    use: {
        baseURL: `http://127.0.0.1:${port}`,
        storageState: {
            cookies: [],
            origins: [
                {
                    origin: `http://127.0.0.1:${port}`,
                    localStorage: [
                        { name: "menagerie.settings", value: settings },
                        { name: "menagerie.lessons.offers", value: offers },
                    ],
                },
            ],
        },
        serviceWorkers: "block",
        viewport: { width: 1280, height: 800 },
        reducedMotion: "reduce",
        // A trace of every test would make the tests a third slower. Here, `--trace retain-on-failure` keeps those of failures.
        trace: "on-first-retry",
    },
    projects: [
        { name: "chromium", use: { launchOptions: chromium } },
        ...others.map((name) => ({ name, use: { browserName: name } })),
    ],
    webServer: {
        // All browsers share one address, which would hit the rate limits.
        env: { MENAGERIE_LIMITS: "none" },
        command: `${binary} serve --listen 127.0.0.1:${port} --data ${data}`,
        url: `http://127.0.0.1:${port}/api/about`,
        reuseExistingServer: false,
        stdout: "ignore",
    },
});
