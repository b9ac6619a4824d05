import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { expect, test } from "vitest";
import { compile, usedIn } from "../../messages/plugin";
import { add, t } from ".";
import Message from "./Message.svelte";

const file = compile(`
test-plain = Start
test-quote = Press “{ test-plain }”, { $name }.
test-plural =
    { $count ->
        [one] { $players } wants { $count } game.
       *[other] { $players } want { $count } games.
    }
`);

test("a malformed message stops the build", () => {
    expect(() => compile("a-key = { $count -> [one] game *[other] games }")).toThrow("a-key");
});

test("a module carries the messages that it names and those they quote, and no other", () => {
    expect(Object.keys(usedIn(`t("test-plain"); import "test-unknown";`, file))).toEqual(["test-plain"]);
    expect(Object.keys(usedIn(`const KEYS = ['test-quote'];`, file)).sort()).toEqual(["test-plain", "test-quote"]);
});

test("parameters, plurals and quoted messages are filled in", () => {
    add(file);
    expect(t("test-quote", { name: "Ann" })).toBe("Press “Start”, Ann.");
    expect(t("test-plural", { count: 1, players: "Ann" })).toBe("Ann wants 1 game.");
    expect(t("test-plural", { count: 1200, players: "All" })).toBe("All want 1,200 games.");
    expect(t("no-such-key")).toBe("no-such-key");
});

test("an element stands where the message has its parameter, whatever characters a name has", () => {
    add(file);
    const bold = createRawSnippet(() => ({ render: () => "<b>Ann</b>" }));
    const shown = (params: Record<string, string | number>) =>
        render(Message, { props: { id: "test-plural", players: bold, params } }).body.replaceAll(/<!--.*?-->/g, "");
    expect(shown({ count: 2 })).toBe("<b>Ann</b> want 2 games.");
    expect(shown({ count: "\uE000x\uE001<i>" })).toBe("<b>Ann</b> want \uE000x\uE001&lt;i> games.");
});
