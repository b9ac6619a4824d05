import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import { read } from "../route.svelte";
import type { Game } from "../wire/Game";
import type { Table } from "../wire/Table";
import { examplesOf } from "../text/examples";
import { html } from "../text/markdown";
import { clockText, listed, score, sentence } from "../text/format";
import { base, isLonely, tableIn } from "../lobby/invite";
import { movedOn } from "../table/rematch";
import { gameName, plans, seatsIn, switched } from "../lobby/setup";

const facts = {
    id: "djambi",
    seats: ["red", "blue", "yellow", "green"].map((name) => ({ name })),
    options: [
        { id: "3", text: "", group: "players" },
        { id: "2", text: "", group: "players" },
        { id: "bear", text: "", group: null },
    ],
} as unknown as Game;
const wish = {
    game: facts,
    options: [],
    level: 3,
    seat: 2,
    name: " Ann ",
    clock: { kind: "none" },
    public: false,
} as const;

test("addresses lead to screens", () => {
    expect(read("/", "")).toEqual({ screen: "start" });
    expect(read("/t/k3x9", "")).toEqual({ screen: "table", id: "k3x9" });
    expect(read("/board/jungle", "?position=a%20b")).toEqual({ screen: "editor", game: "jungle", position: "a b" });
    expect(read("/t/%E0%A4%A", "")).toEqual({ screen: "table", id: "%E0%A4%A" });
    expect(read("/u/Ann", "")).toEqual({ screen: "profile", name: "Ann" });
    expect(read("/nowhere", "").screen).toBe("lost");
    expect(read("/constructor/x", "").screen).toBe("lost");
});

test("of a group one option is on at most", () => {
    expect(switched(facts, ["3", "bear"], "2", true)).toEqual(["bear", "2"]);
    expect(gameName(facts, ["bear", "2"])).toBe("djambi:2,bear");
    expect(gameName(facts, [])).toBe("djambi");
});

test("seats that nobody plays get no plan", () => {
    const start = (name: string) => scenes.find((one) => one.name === `${name} 0`)!.scene;
    expect(seatsIn(start("djambi"))).toEqual([0, 1, 2, 3]);
    expect(seatsIn(start("heaven-hell"))).toEqual([0, 1]);
});

test("plans put people, computers and open seats where they were wished", () => {
    expect(plans({ ...wish, options: [], mode: "computer" }, [0, 2])).toEqual([
        { kind: "computer", level: 3 },
        { kind: "here", name: "Ann" },
    ]);
    expect(plans({ ...wish, options: [], mode: "others" }, [0, 2])).toEqual([
        { kind: "open" },
        { kind: "here", name: "Ann" },
    ]);
    expect(plans({ ...wish, options: [], mode: "here" }, [0, 1]).map(({ kind }) => kind)).toEqual(["here", "here"]);
});

test("links carry the address that others can reach, never this computer's own name for itself", () => {
    const reach = { version: "1", reach: "http://192.168.1.7:7777/", how: null };
    expect(base("http://127.0.0.1:7777", reach)).toBe("http://192.168.1.7:7777");
    expect(base("https://play.example", reach)).toBe("https://play.example");
    expect(isLonely("http://localhost:7777", { ...reach, reach: null })).toBe(true);
    expect(isLonely("http://localhost:7777", reach)).toBe(false);
});

test("a link or a code names a table", () => {
    expect(tableIn("https://play.example/t/k3x9AbCd")).toBe("k3x9AbCd");
    expect(tableIn(" k3x9AbCd ")).toBe("k3x9AbCd");
    expect(tableIn("hello there!")).toBe(null);
});

test("Markdown cannot bring scripts, pictures or strange links", () => {
    const made = html(
        '# Title {#t}\n\n<script>x</script>\n\n![p](http://e/x.png) [a](javascript:x) [b](https://e "t")',
    );
    expect(made).not.toContain("<script");
    expect(made).not.toContain("<img");
    expect(made).not.toContain("javascript:");
    expect(made).toContain('<a href="https://e"');
    expect(made).toContain("<h2>Title</h2>");
});

test("examples of a rule file become positions with remarks", () => {
    const text =
        "### Example 3: a rat in the way {#example-3}\n```example\nposition: 7/7 r\nactions: a1a2\n```\nIt stops.\n\n### Next\n";
    expect(examplesOf(text)).toEqual([{ title: "a rat in the way", position: "7/7 r", remark: "It stops." }]);
});

test("words", () => {
    expect(listed(["red", "blue", "green"])).toBe("red, blue and green");
    expect(sentence("red wins")).toBe("Red wins.");
    expect([1, 0.5, 1 / 3].map(score)).toEqual(["1", "½", "⅓"]);
    expect([65_000, 9_340, 3_600_000].map(clockText)).toEqual(["1:05", "0:09.3", "1:00:00"]);
});

test("at a rematch everybody moves on by one seat, and keeps the token", () => {
    const table = { seats: ["red", "blue", "yellow"].map((seat) => ({ seat })) } as unknown as Table;
    expect(movedOn(table, [["blue", "b"]])).toEqual([["red", "b"]]);
    expect(movedOn(table, [["red", "r"]])).toEqual([["yellow", "r"]]);
});
