import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Effect, Scene } from "../wire";
import { Playback, type Step } from "./playback.svelte";

const moved: Effect = {
    effect: "moved",
    piece: { kind: "rat", color: "red" },
    from: "a1",
    to: "a2",
    motion: "Straight",
};
const turn: Effect = { effect: "turn", seat: 0 };
/** The scene before the step says its version, so that tests see which position the board shows. */
const scene = (version: number) => ({ pieces: [], prompt: { text: `${version}` }, choices: [{}] }) as unknown as Scene;
const step = (version: number, by = "blue", effects: Effect[] = [moved]): Step => ({
    version,
    turn: version,
    by,
    effects,
    words: `step ${version}`,
    before: scene(version - 1),
});

let pace: number;
/** Each step that was played, with the time. */
let played: [version: number, at: number][];
let skipped: number[];
let began: number;
let playback: Playback;

beforeEach(() => {
    vi.useFakeTimers();
    pace = 600;
    played = [];
    skipped = [];
    began = Date.now();
    playback = new Playback({
        pace: () => pace,
        play: ({ version }) => played.push([version, Date.now() - began]),
        skipped: (steps) => (skipped = steps.map(({ version }) => version)),
    });
});
afterEach(() => void vi.useRealTimers());

const versions = () => played.map(([version]) => version);
const addThree = () => [1, 2, 3].forEach((version) => playback.add(step(version), false));
const shown = () => playback.scene?.prompt.text ?? "present";

describe("actions of others", () => {
    test("appear in their order, each for its time", () => {
        addThree();
        expect(shown()).toBe("1");
        expect(playback.version).toBe(1);
        vi.advanceTimersByTime(599);
        expect(versions()).toEqual([1]);
        vi.advanceTimersByTime(1);
        expect(shown()).toBe("2");
        vi.runAllTimers();
        expect(played).toEqual([
            [1, 0],
            [2, 600],
            [3, 1200],
        ]);
        expect(shown()).toBe("present");
        expect(playback.version).toBe(Infinity);
    });

    test("that come one by one are shown at once: the last of them is the present", () => {
        playback.add(step(1), false);
        expect(playback.behind).toBe(false);
        vi.advanceTimersByTime(700);
        playback.add(step(2), false);
        expect(playback.behind).toBe(false);
        expect(played).toEqual([
            [1, 0],
            [2, 700],
        ]);
    });

    test("nothing can be chosen in a scene that is not the present", () => {
        addThree();
        expect(playback.scene?.choices).toEqual([]);
    });

    test("that change nothing in sight take no time", () => {
        playback.add(step(1), false);
        playback.add(step(2, "blue", [turn]), false);
        expect(playback.behind).toBe(false);
        playback.add(step(3), false);
        playback.add(step(4, "blue", [turn]), false);
        playback.add(step(5), false);
        vi.runAllTimers();
        expect(played.map(([, at]) => at)).toEqual([0, 0, 600, 600, 1200]);
    });

    test("a path over several squares takes longer", () => {
        playback.add(step(1, "blue", [moved, { ...moved, from: "a2", to: "a3" }]), false);
        playback.add(step(2), false);
        vi.runAllTimers();
        expect(played[1]![1]).toBe(930);
    });

    test("are all shown at once when moves are instant, also those that wait already", () => {
        addThree();
        pace = 0;
        playback.add(step(4), false);
        expect(playback.behind).toBe(false);
        expect(skipped).toEqual([2, 3, 4]);
        playback.add(step(5), false);
        expect(versions()).toEqual([1, 5]);
    });

    test("more than forty waiting ones are not waited for", () => {
        for (let version = 1; version <= 41; version++) playback.add(step(version), false);
        expect(playback.left).toBe(40);
        playback.add(step(42), false);
        expect(playback.behind).toBe(false);
        expect(skipped.length).toBe(41);
        expect(playback.kept.length).toBe(40);
        expect(vi.getTimerCount()).toBe(0);
    });

    test("skipping leads to the present, and what comes next is shown at once", () => {
        addThree();
        expect(playback.skip()).toBe(true);
        expect(shown()).toBe("present");
        expect(skipped).toEqual([2, 3]);
        expect(playback.skip()).toBe(false);
        playback.add(step(4), false);
        vi.runAllTimers();
        expect(versions()).toEqual([1, 4]);
    });

    test("a snapshot clears the queue without a word", () => {
        addThree();
        playback.clear();
        vi.runAllTimers();
        expect(shown()).toBe("present");
        expect(skipped).toEqual([]);
        expect(versions()).toEqual([1]);
    });
});

describe("own actions", () => {
    test("are shown at once, also while an action of another is held", () => {
        playback.add(step(1), false);
        playback.add(step(2, "red"), true);
        expect(playback.behind).toBe(false);
        playback.add(step(3, "red"), true);
        expect(played.map(([, at]) => at)).toEqual([0, 0, 0]);
    });

    test("stand for a moment before the answer", () => {
        playback.add(step(1, "red"), true);
        playback.add(step(2), false);
        vi.runAllTimers();
        expect(played).toEqual([
            [1, 0],
            [2, 240],
        ]);
    });

    test("that were planned wait for their place in the order", () => {
        addThree();
        playback.add(step(4, "red"), true);
        playback.add(step(5), false);
        vi.runAllTimers();
        expect(versions()).toEqual([1, 2, 3, 4, 5]);
    });
});

describe("a replay", () => {
    test("begins with the position before the steps, and ends in the present", () => {
        addThree();
        vi.runAllTimers();
        played = [];
        playback.replay(playback.kept);
        expect(shown()).toBe("0");
        expect(playback.now).toBe(null);
        vi.advanceTimersByTime(600);
        expect(shown()).toBe("1");
        vi.runAllTimers();
        expect(versions()).toEqual([1, 2, 3]);
        expect(shown()).toBe("present");
    });

    test("takes time also where moves are instant", () => {
        pace = 0;
        addThree();
        began = Date.now();
        played = [];
        playback.replay(playback.kept);
        vi.runAllTimers();
        expect(played).toEqual([
            [1, 600],
            [2, 1200],
            [3, 1800],
        ]);
        playback.add(step(4), false);
        expect(playback.behind).toBe(false);
    });

    test("takes in what comes meanwhile, and can be skipped", () => {
        addThree();
        vi.runAllTimers();
        playback.replay(playback.kept);
        playback.add(step(4), false);
        expect(playback.left).toBe(4);
        playback.skip();
        expect(shown()).toBe("present");
        expect(skipped).toEqual([1, 2, 3, 4]);
    });

    test("of nothing does nothing", () => {
        playback.replay([]);
        expect(vi.getTimerCount()).toBe(0);
    });
});
