import { expect, test } from "vitest";
import { parseRoute } from "./route.svelte";

test("addresses lead to screens", () => {
    expect(parseRoute("/", "")).toEqual({ screen: "start" });
    expect(parseRoute("/t/k3x9", "")).toEqual({ screen: "table", id: "k3x9" });
    expect(parseRoute("/board/jungle", "?position=a%20b")).toEqual({
        screen: "editor",
        game: "jungle",
        position: "a b",
    });
    expect(parseRoute("/t/%E0%A4%A", "")).toEqual({ screen: "table", id: "%E0%A4%A" });
    expect(parseRoute("/u/Ann", "")).toEqual({ screen: "profile", name: "Ann" });
    expect(parseRoute("/learn/jungle", "")).toEqual({ screen: "learn", game: "jungle", level: null });
    expect(parseRoute("/learn/jungle/den", "")).toEqual({ screen: "learn", game: "jungle", level: "den" });
    expect(parseRoute("/nowhere", "").screen).toBe("not-found");
    expect(parseRoute("/constructor/x", "").screen).toBe("not-found");
});
