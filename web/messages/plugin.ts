/**
 * The build step of the messages. Each module of the page carries the messages that it uses, so that the start screen
 * loads no text of another screen. A module uses the messages whose keys stand in it as strings, and those they quote.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FluentResource, type Message } from "@fluent/bundle";
import type { Plugin } from "vite";

const FILE = join(import.meta.dirname, "en.ftl");
const READER = join(import.meta.dirname, "../src/messages/index.ts");
const MODULES = /\/src\/(?!messages\/).*\.(svelte|ts)$/;

export type Messages = Record<string, Message["value"]>;

/** The messages of a file by their keys, parsed. Throws if one of them is malformed. */
export function compile(file: string): Messages {
    const parsed = new FluentResource(file).body.map(({ id, value }) => [id, value] as const);
    const messages: Messages = Object.fromEntries(parsed);
    const malformed = [...file.matchAll(/^([a-z][\w-]*) *=/gm)]
        .map((match) => match[1]!)
        .filter((key) => !messages[key]);
    if (malformed.length > 0) throw new Error(`messages that cannot be read: ${malformed.join(", ")}`);
    return messages;
}

/** The messages that are named in a text, and the messages that those quote. */
export function usedIn(code: string, all: Messages): Messages {
    const used: Messages = {};
    for (const [, key] of code.matchAll(/["'`]([a-z][\w-]*)["'`]/g)) {
        if (!Object.hasOwn(all, key!) || Object.hasOwn(used, key!)) continue;
        used[key!] = all[key!]!;
        // The parsed form of a quoted message is {"type":"mesg","name":"its-key"}.
        Object.assign(used, usedIn(JSON.stringify(all[key!]), all));
    }
    return used;
}

export function messages(): Plugin {
    let all: Messages = {};
    return {
        name: "messages",
        enforce: "post",
        buildStart() {
            all = compile(readFileSync(FILE, "utf8"));
        },
        watchChange(path) {
            if (path === FILE) all = compile(readFileSync(FILE, "utf8"));
        },
        transform(code, path) {
            if (!MODULES.test(path)) return null;
            this.addWatchFile(FILE);
            const used = usedIn(code, all);
            if (Object.keys(used).length === 0) return null;
            const carry = `import { add as addMessages } from ${JSON.stringify(READER)}; addMessages(${JSON.stringify(used)}); `;
            return { code: carry + code, map: null };
        },
    };
}
