import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChatMessage, Table } from "../wire";
import { ChatReader } from "./chatReader.svelte";
import { mute, mutes, unmute } from "./mutes.svelte";
import type { TableStore } from "./tableStore.svelte";

let chat: ChatMessage[] = [];
let storage = new Map<string, string>();
const seats = [
    { seat: "red", player: { kind: "person", name: "Ann", account: null } },
    { seat: "blue", player: { kind: "person", name: "Bob", account: "Bob" } },
    { seat: "green", player: { kind: "person", name: "Guest", account: null } },
];
const reader = (tokens: [string, string][], id = "t1") =>
    new ChatReader(() => ({ id, tokens, chat, table: { id, seats } as unknown as Table }) as TableStore);
function say(seat: string | null, text: string, name = seat ?? "spectator"): ChatMessage {
    const said: ChatMessage = { id: chat.length, seat, name, room: { kind: "players" }, text, at: 100 + chat.length };
    chat = [...chat, said];
    return said;
}

beforeEach(() => {
    chat = [];
    storage = new Map();
    const stub = {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
    };
    vi.stubGlobal("localStorage", stub);
    vi.stubGlobal("sessionStorage", stub);
    mutes.list = [];
});
afterEach(() => vi.unstubAllGlobals());

test("only messages of others count as unread, until the chat is open", () => {
    const read = reader([["red", "token"]]);
    say("red", "my own");
    expect(read.unread).toBe(0);
    say("blue", "hello");
    say("green", "hi");
    expect(read.unread).toBe(2);
    read.read();
    expect(read.unread).toBe(0);
    say("red", "again my own");
    expect(read.unread).toBe(0);
    say("blue", "and you?");
    expect(read.unread).toBe(1);
    // A reload remembers what was read.
    expect(reader([["red", "token"]]).unread).toBe(1);
});

test("a spectator's own message is known by its text", () => {
    const read = reader([]);
    read.sent("nice move");
    say(null, "nice move");
    say(null, "boring");
    expect(read.unread).toBe(1);
});

test("a muted person's messages are hidden and not counted, and come back", () => {
    const read = reader([["red", "token"]]);
    const said = say("blue", "rude");
    say("green", "polite");
    mute(read.author(said));
    expect(read.shown.map(({ text }) => text)).toEqual(["polite"]);
    expect(read.unread).toBe(1);
    expect(read.hidden.map(({ name }) => name)).toEqual(["blue"]);
    unmute(read.author(said));
    expect(read.shown.length).toBe(2);
    expect(storage.get("menagerie.muted")).toBe("[]");
});

test("an account is muted at every table, a guest only at this one", () => {
    const [bob, guest] = [say("blue", "rude"), say("green", "rude too")];
    mute(reader([]).author(bob));
    mute(reader([]).author(guest));
    expect(reader([], "t1").shown).toEqual([]);
    expect(reader([], "t2").shown.map(({ seat }) => seat)).toEqual(["green"]);
});
