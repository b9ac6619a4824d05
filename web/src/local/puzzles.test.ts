import { expect, test } from "vitest";
import { gamesOfCall, puzzlesInput } from "./puzzles";

const GAMES = ["heaven-hell", "jungle"];
const games = (path: string) => gamesOfCall(path, GAMES);

test("a call about puzzles names its games", () => {
    expect(games("/api/puzzles")).toEqual(GAMES);
    expect(games("/api/puzzles/jungle/next?rating=1500")).toEqual(["jungle"]);
    expect(games("/api/puzzles/jungle%3Aclassic/daily")).toEqual(["jungle"]);
    expect(games("/api/puzzles/heaven-hell-0123456789/try?rated=true")).toEqual(["heaven-hell"]);
    expect(games("/api/puzzles/poker/daily")).toEqual([]);
    expect(games("/api/scene")).toEqual([]);
});

test("the header of a collection is left out", () => {
    expect(puzzlesInput("jungle", '{"format":"x"}\n{"id":"a"}\n{"id":"b"}\n', "# Rules")).toEqual({
        t: "puzzles",
        game: "jungle",
        rules: "# Rules",
        puzzles: '[{"id":"a"},{"id":"b"}]',
    });
});
