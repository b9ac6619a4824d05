import { expect, test } from "vitest";
import { changeBetween, signed } from "./ratingChanges";

const rating = (game: string, rating: number, games: number) => ({ game, rating, games });

test("the change is that of the rating for which one more game counts", () => {
    const before = [rating("jungle", 1512, 4), rating("djambi", 1600, 2)];
    const after = [rating("jungle", 1524, 5), rating("djambi", 1600, 2)];
    expect(changeBetween("jungle:classic", before, after)).toEqual({ before: 1512, after: 1524 });
    expect(changeBetween("jungle", before, before)).toBe(null);
});

test("a first rated game starts from 1500, also where another number of players has its own rating", () => {
    const before = [rating("djambi", 1600, 2)];
    const after = [rating("djambi", 1600, 2), rating("djambi:2", 1662, 1)];
    expect(changeBetween("djambi:duel", before, after)).toEqual({ before: 1500, after: 1662 });
});

test("a game that ended meanwhile in another game is left out", () => {
    expect(changeBetween("jungle", [], [rating("chess2", 1400, 1)])).toBe(null);
});

test("differences have a sign", () => {
    expect([12, -7, 0].map(signed)).toEqual(["+12", "−7", "±0"]);
});
