/** The build step of the service worker: writes `sw.js` with the list of the page's files. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const SOURCE = join(import.meta.dirname, "sw.js");

/** The text of the service worker for these files. Its version changes with their names, which change with their contents. */
export function filledIn(source: string, files: string[]): string {
    const list = JSON.stringify([...files].sort());
    const version = createHash("sha256").update(source).update(list).digest("hex").slice(0, 12);
    return source.replace("__VERSION__", version).replace("__FILES__", list);
}

/** The paths of the files that a browser stores: all but folders, compressed copies, the document and the worker itself. */
export function storedFiles(names: string[]): string[] {
    const isStored = (name: string) => /\.\w+$/.test(name) && !/\.br$/.test(name);
    return names.filter((name) => isStored(name) && !["index.html", "sw.js"].includes(name)).map((name) => `/${name}`);
}

export function serviceWorker(): Plugin {
    return {
        name: "service-worker",
        apply: "build",
        writeBundle({ dir = "dist" }) {
            const names = readdirSync(dir, { recursive: true, encoding: "utf8" }).map((name) =>
                name.replaceAll("\\", "/"),
            );
            const text = filledIn(readFileSync(SOURCE, "utf8"), storedFiles(names));
            writeFileSync(join(dir, "sw.js"), text);
        },
    };
}
