import { expect, test } from "vitest";
import { examplesOf } from "./examples";

test("examples of a rule file become positions with remarks", () => {
    const text =
        "### Example 3: a rat in the way {#example-3}\n```example\nposition: 7/7 r\nactions: a1a2\n```\nIt stops.\n\n### Next\n";
    expect(examplesOf(text)).toEqual([{ title: "a rat in the way", position: "7/7 r", remark: "It stops." }]);
});
