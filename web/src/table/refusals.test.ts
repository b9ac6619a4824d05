import { describe, expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import type { Game } from "../wire/Game";
import { type Standing, whyNothing } from "./refusals";

const sceneOf = (name: string) => scenes.find((one) => one.name === name)!.scene;
const facts = (...seats: string[]) => ({ seats: seats.map((name) => ({ name })), kinds: [] }) as unknown as Game;
const jungle = sceneOf("jungle 0");
const acting: Standing = { is: "acting", seat: "red" };
const why = (place: string, standing: Standing = acting, begun = false) =>
    whyNothing(facts("red", "black"), jungle, place, standing, begun);

describe("a place that means nothing now is explained", () => {
    test("a piece of another seat, on one's own turn and while one plans", () => {
        expect(why("a7")).toBe("That is Black's piece. It is your turn: move a red one.");
        expect(why("a7", { is: "planning", seat: "red", actor: "black" })).toBe(
            "That is Black's piece, and it is Black's turn. You can plan a move of your own.",
        );
    });

    test("an empty square, before and after a piece was chosen", () => {
        expect(why("d4")).toBe("There is no piece of yours on d4. Select a highlighted piece first.");
        expect(why("d4", acting, true)).toBe("D4 is not one of the highlighted places. Select one of those.");
    });

    test("a piece of one's own that cannot move", () => {
        expect(why("a3")).toBe("The red elephant, rank 8 can do nothing now. Select what is highlighted.");
    });

    test("whatever it is, to those who do not play", () => {
        expect(why("a3", { is: "watching" })).toMatch(/You are watching/);
        expect(why("a3", { is: "waiting" })).toMatch(/begins when every seat is taken/);
        expect(why("a3", { is: "over" })).toBe("The game is over.");
    });
});

test("no reason shows the id of a place, in any scene of any game", () => {
    const seats = facts("white", "black", "yellow", "green");
    for (const { name, scene } of scenes)
        for (const { id } of scene.spots)
            for (const begun of [false, true]) {
                const text = whyNothing(seats, scene, id, { is: "acting", seat: "white" }, begun);
                expect(text, `${name}: ${id}`).not.toMatch(/[@^_]|\w:\w|custody/);
            }
});
