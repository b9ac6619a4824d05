import { beforeEach, expect, test, vi } from "vitest";
import * as http from "../api/http";
import type { Analyse, Refused, SceneRequest, SceneResponse, Thought } from "../wire";
import { decisionsOf } from "./decisions";
import { GameAnalysis } from "./gameAnalysis.svelte";
import { search } from "./search";

vi.mock("../api/http", { spy: true });

const asked: Analyse[] = [];
/** Red's chance with each action; the best action of every position is `best`. */
const CHANCES: Record<string, number> = { best: 0.7, fair: 0.65, poor: 0.4 };
const thought = (...actions: string[]): Thought => ({
    seats: ["red", "black"],
    depth: 1,
    nodes: 1,
    lines: actions.map((action) => ({
        expected: [CHANCES[action]!, 1 - CHANCES[action]!],
        score: "",
        actions: [action],
    })),
});

beforeEach(() => {
    asked.length = 0;
    vi.mocked(http.look).mockImplementation(({ events }: SceneRequest) => {
        const choices = [{ action: "best" }, { action: "poor" }];
        return Promise.resolve({
            position: `after ${events?.length}`,
            actor: "red",
            seats: ["red", "black"],
            scene: { choices },
        } as unknown as SceneResponse);
    });
    vi.mocked(http.analyse).mockImplementation((body, received) => {
        asked.push(body);
        received(body.actions ? thought(...body.actions) : thought("best", "fair"));
        return Promise.resolve();
    });
});

/** A game of red alone, one action a turn. */
function played(...events: string[]) {
    const steps = events.map((event, i) => ({ version: i + 1, event, events: events.slice(0, i + 1) }));
    const decisions = decisionsOf(events.map((event, i) => ({ turn: i + 1, by: "red", event })));
    return { game: "g", start: null, steps, decisions, ended: null };
}

test("an action loses what the best one is better; only an action without a known line is searched by itself", async () => {
    const analysis = new GameAnalysis();
    await analysis.start(played("best", "fair", "poor"));
    expect(analysis.judged.map(({ loss }) => loss.toFixed(2))).toEqual(["0.00", "0.05", "0.30"]);
    expect(analysis.turns.map(({ grade }) => grade)).toEqual(["best", "good", "blunder"]);
    expect(asked.filter(({ actions }) => actions)).toMatchObject([{ actions: ["poor"], position: "after 2" }]);
    expect(analysis.points.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
    expect(analysis.at(1)?.lines).toHaveLength(2);
    expect([analysis.running, analysis.complete]).toEqual([false, true]);
});

test("stopping keeps what is known and asks no more", async () => {
    const analysis = new GameAnalysis();
    const done = analysis.start(played("best", "best", "best"));
    vi.mocked(http.analyse).mockImplementation((_, received) => {
        if (analysis.judged.length === 1) analysis.stop();
        received(thought("best"));
        return Promise.resolve();
    });
    await done;
    expect(analysis.judged).toHaveLength(1);
    expect([analysis.running, analysis.complete, analysis.errorText]).toEqual([false, false, ""]);
});

test("a busy server is asked again, any other refusal is told", async () => {
    vi.useFakeTimers();
    const refused = (code: Refused["code"]) => new http.ServerError("no", { code, error: "no" } as Refused);
    vi.mocked(http.analyse).mockRejectedValueOnce(refused("too-fast"));
    const wanted = { game: "g", position: "p", lines: 1, time: 1 };
    const found = search(wanted, new AbortController().signal);
    await vi.runAllTimersAsync();
    expect((await found)?.lines[0]?.actions).toEqual(["best"]);
    vi.useRealTimers();
    vi.mocked(http.analyse).mockRejectedValueOnce(refused("not-found"));
    const analysis = new GameAnalysis();
    await analysis.start(played("best"));
    expect(analysis.errorText).toBe("This server offers no analysis.");
});
