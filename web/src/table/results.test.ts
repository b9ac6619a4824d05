import { describe, expect, test } from "vitest";
import { headline, resultOf, verdict } from "./results";

const ended = (...scores: [string, number][]) => ({ scores, rule: "", reason: "" });

describe("each player sees their own result", () => {
    const won = ended(["white", 1], ["black", 0]);
    test("winner, loser, spectator", () => {
        expect(headline(won, "white")).toBe("You win");
        expect(headline(won, "black")).toBe("You lose");
        expect(headline(won, null)).toBe("White wins");
    });
    test("a draw has the same headline for all", () => {
        const drawn = ended(["white", 0.5], ["black", 0.5]);
        expect(headline(drawn, "white")).toBe("A draw");
        expect(resultOf(drawn, "black")).toBe("drew");
    });
    test("two of four seats share the win", () => {
        const shared = ended(["red", 0.5], ["blue", 0], ["yellow", 0.5], ["green", 0]);
        expect(verdict(shared)).toBe("Red and yellow share the win");
        expect(headline(shared, "red")).toBe("Red and yellow share the win");
        expect(headline(shared, "blue")).toBe("You lose");
    });
});
