import { expect, test } from "vitest";
import type { Reach } from "../wire";
import { Explainer } from "./explainer.svelte";

const reach = (place: string): Reach => ({ place, targets: [{ place: "e5", capture: false }] });

test("a card under the pointer closes with it; one that was asked for stays", () => {
    const explainer = new Explainer((place) => Promise.resolve(reach(place)));
    explainer.point("e4");
    explainer.leave();
    expect(explainer.card).toBe(null);
    explainer.open("e4");
    explainer.point("a1");
    explainer.leave();
    expect(explainer.card).toEqual({ place: "e4", asked: true });
});

test("the moves of a piece are asked once for each position", async () => {
    const asked: string[] = [];
    const explainer = new Explainer((place) => (asked.push(place), Promise.resolve(reach(place))));
    await explainer.showReach("e4");
    await explainer.showReach(null);
    expect(explainer.reach).toBe(null);
    await explainer.showReach("e4");
    expect([explainer.reach, asked]).toEqual([reach("e4"), ["e4"]]);
    explainer.update();
    expect(explainer.reach).toBe(null);
    await explainer.showReach("e4");
    expect(asked).toEqual(["e4", "e4"]);
});

test("an answer that comes late, or not at all, shows no moves", async () => {
    const answers: ((reach: Reach) => void)[] = [];
    const explainer = new Explainer(() => new Promise((done) => answers.push(done)));
    const first = explainer.showReach("e4");
    explainer.update();
    answers[0]!(reach("e4"));
    await first;
    expect(explainer.reach).toBe(null);
    const failing = new Explainer(() => Promise.reject(new Error("offline")));
    await failing.showReach("e4");
    expect(failing.reach).toBe(null);
});
