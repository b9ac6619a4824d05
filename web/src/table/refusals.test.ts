import { describe, expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import type { Game } from "../wire";
import { type ViewerRole, refusalReason } from "./refusals";

const sceneOf = (name: string) => scenes.find((one) => one.name === name)!.scene;
const facts = (...seats: string[]) => ({ seats: seats.map((name) => ({ name })), kinds: [] }) as unknown as Game;
const jungle = sceneOf("jungle 0");
const acting: ViewerRole = { is: "acting", seat: "red" };
const why = (place: string, role: ViewerRole = acting, begun = false) =>
    refusalReason(facts("red", "black"), jungle, place, role, begun);

describe("a place that cannot be selected is explained", () => {
    test("a piece of another seat, on the player's turn and while planning", () => {
        expect(why("a7")).toBe("That is Black's piece. It is your turn: move a red piece.");
        expect(why("a7", { is: "planning", seat: "red", actor: "black" })).toBe(
            "It is Black's turn. To plan your next move, select a piece of your own.",
        );
    });

    test("an empty square, before and after a piece was chosen", () => {
        expect(why("d4")).toBe("You have no piece on d4. Select a highlighted piece.");
        expect(why("d4", { is: "planning", seat: "red", actor: "black" })).toBe("It is Black's turn.");
        expect(why("d4", acting, true)).toBe("D4 is not highlighted. Select a highlighted place.");
    });

    test("an own piece that cannot move, at the start of a turn and within it", () => {
        expect(why("a3")).toBe("The red elephant, rank 8 has no legal move. Select a highlighted place.");
        const midTurn = { ...jungle, prompt: { ...jungle.prompt, mid_turn: true } };
        expect(refusalReason(facts("red", "black"), midTurn, "a3", acting, false)).toContain("cannot move now");
    });

    test("any place, for viewers who do not play", () => {
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
                const text = refusalReason(seats, scene, id, { is: "acting", seat: "white" }, begun);
                expect(text, `${name}: ${id}`).not.toMatch(/[@^_]|\w:\w|custody/);
            }
});
