import { expect, test } from "vitest";
import { commentAt, contentOf, keptComments, stepsOf, withComment } from "./content";

const facts = { title: "Rats", game: "jungle", position: null };

test("a step after a takeback is as many events into the match", () => {
    const steps = [
        { version: 1, event: "a3a4", events: ["a3a4"] },
        { version: 4, event: "g7g6", events: ["a3a4", "a7a6", "!takeback", "g7g6"] },
    ];
    const content = contentOf(facts, steps, [{ at: 2, actions: ["c3c4"] }], []);
    expect(content.events).toEqual(["a3a4", "a7a6", "!takeback", "g7g6"]);
    expect(content.variations).toEqual([{ at: 4, actions: ["c3c4"] }]);
    expect(contentOf(facts, [], [{ at: 0, actions: ["a3a4"] }], []).variations[0]!.at).toBe(0);
});

test("every event of a study is a step", () => {
    const content = contentOf(facts, [{ version: 2, event: "b", events: ["a", "b"] }], [], []);
    expect(stepsOf(content).map(({ events }) => events)).toEqual([["a"], ["a", "b"]]);
});

test("a position has one comment, and an empty one removes it", () => {
    const one = withComment([], 1, ["g7g6"], "first");
    const two = withComment(one, 1, ["g7g6"], "second");
    expect(commentAt(two, 1, ["g7g6"])).toBe("second");
    expect(commentAt(two, 1, [])).toBe("");
    expect(withComment(two, 1, ["g7g6"], "  ")).toEqual([]);
});

test("comments of deleted variations are dropped", () => {
    const comments = [
        { at: 0, actions: [], text: "start" },
        { at: 1, actions: ["g7g6"], text: "variation" },
    ];
    expect(keptComments(comments, [])).toEqual([comments[0]]);
    expect(keptComments(comments, [{ at: 1, actions: ["g7g6", "a4a5"] }])).toEqual(comments);
});
