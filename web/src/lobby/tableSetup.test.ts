import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import type { Game } from "../wire";
import { CLOCKS, clocksFor, gameName, seatPlans, seatsIn, switched } from "./tableSetup";

const facts = {
    id: "djambi",
    seats: ["red", "blue", "yellow", "green"].map((name) => ({ name })),
    options: [
        { id: "3", text: "", group: "players" },
        { id: "2", text: "", group: "players" },
        { id: "bear", text: "", group: null },
    ],
} as unknown as Game;
const setup = {
    game: facts,
    options: [],
    level: 3,
    seat: 2,
    name: " Ann ",
    clock: { kind: "none" },
    public: false,
} as const;

test("at most one option of a group is on", () => {
    expect(switched(facts, ["3", "bear"], "2", true)).toEqual(["bear", "2"]);
    expect(gameName(facts, ["bear", "2"])).toBe("djambi:2,bear");
    expect(gameName(facts, [])).toBe("djambi");
});

test("only seats with own pieces need a player", () => {
    const start = (name: string) => scenes.find((one) => one.name === `${name} 0`)!.scene;
    expect(seatsIn(start("djambi"))).toEqual([0, 1, 2, 3]);
    expect(seatsIn(start("heaven-hell"))).toEqual([0, 1]);
});

test("plans put people, computers and open seats where they were wished", () => {
    expect(seatPlans({ ...setup, options: [], mode: "computer" }, [0, 2])).toEqual([
        { kind: "computer", level: 3 },
        { kind: "here", name: "Ann" },
    ]);
    expect(seatPlans({ ...setup, options: [], mode: "others" }, [0, 2])).toEqual([
        { kind: "open" },
        { kind: "here", name: "Ann" },
    ]);
    expect(seatPlans({ ...setup, options: [], mode: "here" }, [0, 1]).map(({ kind }) => kind)).toEqual([
        "here",
        "here",
    ]);
});

test("days per turn are offered only with people at other screens", () => {
    const kinds = (mode: "computer" | "here" | "others") => clocksFor(mode).map(({ kind }) => kind);
    expect(kinds("others")).toContain("days");
    expect(kinds("computer")).not.toContain("days");
    expect(kinds("here")).not.toContain("days");
    // The offered clocks keep their places, so an index means the same clock in every list.
    expect(clocksFor("computer")).toEqual(CLOCKS.slice(0, clocksFor("computer").length));
});
