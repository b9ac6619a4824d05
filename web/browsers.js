// The browsers besides Chromium that are installed: each is a project of the browser tests.
import { existsSync } from "node:fs";
import { firefox, webkit } from "@playwright/test";

/** @param {import("@playwright/test").BrowserType} browser */
function isInstalled(browser) {
    try {
        return existsSync(browser.executablePath());
    } catch {
        return false; // Playwright has no such browser for this system.
    }
}

/** Their names, as Playwright calls them. */
export const others = /** @type {("firefox" | "webkit")[]} */ (
    [firefox, webkit].filter(isInstalled).map((browser) => browser.name())
);
