import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../messages/plugin";
import { calls, componentOf, literals, scripted, SOURCE, sources } from "./textSearch";

const FILE = join(SOURCE, "../messages/en.ftl");

const file = readFileSync(FILE, "utf8");
const messages = readMessages(file);
const keys = messages.map(({ key }) => key);
const used = calls();

interface Message {
    key: string;
    parameters: string[];
    /** The keys of other messages that it quotes. */
    quoted: string[];
}

function readMessages(file: string): Message[] {
    const texts = file.replaceAll(/^#.*$/gm, "").split(/^(?=[a-z][\w-]* =)/m);
    const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);
    return texts.slice(1).map((text) => ({
        key: text.split(" ")[0]!,
        parameters: all(text, /\$(\w+)/g),
        quoted: all(text, /\{ ([a-z][\w-]*) \}/g),
    }));
}

const parametersOf = (key: string) => messages.find((message) => message.key === key)?.parameters ?? [];

/** The keys that the page names: `t("key"`, `"key"` in tables of keys, and `{ key }` in other messages. */
function named(): Set<string> {
    const words = sources.flatMap(({ text }) =>
        [...text.matchAll(/["'`]([a-z][\w-]*)["'`]/g)].map((match) => match[1]!),
    );
    return new Set([...words, ...messages.flatMap(({ quoted }) => quoted)]);
}

test("every message can be read and has one key", () => {
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect(Object.keys(compile(file)).sort()).toEqual(keys.toSorted());
});

test("every message that the page asks for exists", () => {
    expect(used.filter(({ key }) => !keys.includes(key)).map(({ name, key }) => `${name}: ${key}`)).toEqual([]);
});

test("every message that another message quotes exists", () => {
    const quoted = messages.flatMap((message) => message.quoted);
    expect(quoted.filter((key) => !keys.includes(key))).toEqual([]);
});

test("every message is used", () => {
    const names = named();
    expect(keys.filter((key) => !names.has(key))).toEqual([]);
});

test("a call gives a message every parameter that it uses, and no other", () => {
    const wrong = used.flatMap(({ name, key, siblings, given }) => {
        if (!given) return [];
        const missing = parametersOf(key).filter((parameter) => !given.includes(parameter));
        const idle = given.filter((parameter) => !siblings.some((other) => parametersOf(other).includes(parameter)));
        return [
            ...missing.map((parameter) => `${name}: ${key} needs ${parameter}`),
            ...idle.map((parameter) => `${name}: ${key} does not use ${parameter}`),
        ];
    });
    expect(wrong).toEqual([]);
});

test("the sources hold no text of their own", () => {
    const found = sources.flatMap((file) => {
        const component = componentOf(file);
        return [...literals(component), ...scripted(component)].map((literal) => `${file.name}: ${literal}`);
    });
    expect(found).toEqual([]);
}, 20_000);

test("the search for texts finds texts, spoken attributes and sentences in code, and nothing else", () => {
    const markup =
        '<p class="muted" title="A tip">{name} wins<b>{t("key")}</b><code>npm test</code>{own ? "Show" : "none"}</p><script>const x = "no";</script>';
    expect(literals(markup)).toEqual(["A tip", "wins", "Show"]);
    const code = `
        press("Enter"); if (key === "Delete") switch (actor) { case "Nobody": } target.closest("input, textarea, select"); head({ authorization: \`Bearer \${token}\` }); throw new Error("Not for people");
        make(\`<a class="quiet" title="A tip" href="\${url}" rel="noopener noreferrer">\`);
        say(\`You have \${n} games\`); button.title = "Close"; const label = "the computer"; throw new ServerError("No answer");`;
    expect(scripted(componentOf({ name: "a.ts", text: code }))).toEqual([
        '<a class="quiet" title="A tip" href="',
        "You have ",
        " games",
        "Close",
        "the computer",
        "No answer",
    ]);
});

test("the search for calls finds keys, alternatives and parameters in scripts and markup", () => {
    const file = `
        <script lang="ts">const x: string = t("one", { count, name: 2 }); const y = t(KEYS[x], { z });</script>
        <p title={t(own ? "two" : "three")}>{t("four", { ...all })}</p>
        <Message id="five" params={{ count: 1 }} {seat}>{#snippet who()}<b>{name}</b>{/snippet}</Message>`;
    expect(calls([{ name: "A.svelte", text: file }]).map(({ key, given }) => [key, given])).toEqual([
        ["two", []],
        ["three", []],
        ["four", null],
        ["five", ["count", "seat", "who"]],
        ["one", ["count", "name"]],
    ]);
});
