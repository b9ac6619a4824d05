import { expect, test } from "vitest";
import type { Course, Level } from "../wire";
import { firstUnsolved, minutesFor, starsFor, stationsOf, textAndTask } from "./course";

const level = (id: string) => ({ id, title: id.toUpperCase() }) as Level;
const course: Course = {
    game: "jungle",
    name: "Animal Chess",
    chapters: [
        { title: "One", levels: [level("a"), level("b")] },
        { title: "Two", levels: [level("c")] },
    ],
};

test("levels are numbered through all chapters", () => {
    expect(stationsOf(course).map(({ level, chapter, number }) => [level.id, chapter, number])).toEqual([
        ["a", "One", 1],
        ["b", "One", 2],
        ["c", "Two", 3],
    ]);
});

test("a learner continues at the first level without stars, also after later ones were solved", () => {
    const levels = stationsOf(course).map(({ level }) => level);
    expect(firstUnsolved(levels, {})?.id).toBe("a");
    expect(firstUnsolved(levels, { a: 1, c: 3 })?.id).toBe("b");
    expect(firstUnsolved(levels, { a: 1, b: 2, c: 3 })).toBeNull();
});

test("three stars, one less for each missed try and each hint, but at least one", () => {
    expect([starsFor(0, 0), starsFor(1, 0), starsFor(0, 1), starsFor(1, 1), starsFor(9, 9)]).toEqual([3, 2, 2, 1, 1]);
});

test("a course of twelve levels takes five minutes, long ones are rounded to five", () => {
    const of = (count: number) => ({
        ...course,
        chapters: [{ title: "One", levels: Array.from({ length: count }, () => level("a")) }],
    });
    expect([1, 12, 41].map((count) => minutesFor(of(count)))).toEqual([1, 5, 15]);
});

test("the last line of a text is the task", () => {
    expect(textAndTask("Animals move one step,\nnever more.\nTake the cat. You have two turns.\n")).toEqual({
        text: "Animals move one step, never more.",
        task: "Take the cat. You have two turns.",
    });
    expect(textAndTask("It slides while the way\nis free. Nothing jumps. Take the king.")).toEqual({
        text: "It slides while the way is free. Nothing jumps.",
        task: "Take the king.",
    });
    expect(textAndTask("Win.")).toEqual({ text: "", task: "Win." });
});
