import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import type { Entry } from "../wire/Entry";
import type { Player } from "../wire/Player";
import { wait } from "./backoff";
import { guessed } from "./optimistic";
import { standing } from "./standing";
import { playerName } from "./players";
import { plain, turnsOf } from "./turns";

test("waiting grows, stays under ten seconds and is never the same for all", () => {
    expect(wait(0, 0)).toBe(200);
    expect(wait(3, 1)).toBe(3200);
    expect(wait(99, 1)).toBe(10_000);
    expect(wait(2, 0.2)).not.toBe(wait(2, 0.8));
});

test("the chosen piece goes to its square at once, nothing else does, and nothing can be chosen meanwhile", () => {
    const { scene } = scenes.find(({ name }) => name === "jungle 0")!;
    const choice = scene.choices.find(({ action }) => action === "a3a4")!;
    const guess = guessed(scene, choice);
    expect(guess.put).toBe("a4");
    expect(guess.scene.choices).toEqual([]);
    expect(guess.scene.pieces.length).toBe(scene.pieces.length);
    expect(guess.scene.pieces.find(({ at }) => at === "a4")?.kind).toBe("elephant");
    expect(scene.pieces.some(({ at }) => at === "a4")).toBe(false);
});

const entry = (version: number, event: string, turn: number, words: string[] = []): Entry => ({
    version,
    by: "red",
    event,
    turn,
    at: 0,
    happened: words.map((words) => ({ words, what: { effect: "note", text: words } })),
});

test("what was undone or taken back does not stand", () => {
    const log = [
        entry(1, "a3a4", 1),
        entry(2, "g7g6", 2),
        entry(3, "!offer-takeback:red:2", 2, ["red asks to go back to the start of turn 2"]),
        { ...entry(4, "!agree-takeback:black", 2, ["black agrees to go back"]), back: 2 },
        entry(5, "a7a6", 2),
        entry(6, "a4a5", 3),
        entry(7, "!undo", 3),
        entry(8, "!resign:red", 3),
    ];
    expect(standing(log).map(({ event }) => event)).toEqual(["a3a4", "a7a6", "!resign:red"]);
});

test("who leaves in the middle of a match stands where it left; one of several agreements takes nothing back", () => {
    const log = [
        entry(1, "a3a4", 1),
        entry(2, "!leave:blue", 2),
        entry(3, "g7g6", 2),
        entry(4, "!offer-takeback:red:2", 3, ["red asks to go back to the start of turn 2"]),
        entry(5, "!agree-takeback:green", 3, ["green agrees to go back"]),
    ];
    expect(standing(log).map(({ version }) => version)).toEqual([1, 2, 3]);
    // When the last one agrees, nobody goes back past the seat that left.
    const agreed = { ...entry(6, "!agree-takeback:yellow", 3, ["yellow agrees to go back"]), back: 2 };
    expect(standing([...log, agreed]).map(({ version }) => version)).toEqual([1, 2]);
});

test("a takeback that was declined or withdrawn takes nothing back", () => {
    const log = [
        entry(1, "a3a4", 1, ["red elephant goes from a3 to a4"]),
        entry(2, "!offer-takeback:red:1", 2, ["red asks to go back to the start of turn 1"]),
        entry(3, "!decline-takeback:black", 2, ["black declines to go back"]),
        entry(4, "!offer-takeback:red:1", 2, ["red asks to go back to the start of turn 1"]),
        entry(5, "!decline-takeback:red", 2, ["red withdraws the offer to go back"]),
        entry(6, "a7a6", 2, ["black rat goes from a7 to a6"]),
    ];
    expect(standing(log).map(({ version }) => version)).toEqual([1, 6]);
});

test("what chance did before the first turn stays when that turn is taken back", () => {
    const log = [
        { ...entry(1, "seed7", 1), by: "chance" },
        entry(2, "a3a4", 1),
        { ...entry(3, "die3", 1), by: "chance" },
        { ...entry(4, "!offer-takeback:red:1", 2), back: 1 },
    ];
    expect(standing(log).map(({ version }) => version)).toEqual([1]);
});

test("the log is told in turns, as sentences", () => {
    const turns = turnsOf([
        entry(1, "c3e5", 1, ["a hop"]),
        entry(2, "stop", 1, ["it stops"]),
        entry(3, "!resign:red", 2),
    ]);
    expect(turns.map(({ words }) => words)).toEqual(["A hop. It stops.", ""]);
    expect(turns[1]!.entries[0]!.event).toBe("resign red");
    expect(["a3a4", "@h2", "plane:hell", "P@c3", "cast-fire:d4", "@?"].map(plain)).toEqual([
        "a3a4",
        "h2",
        "plane hell",
        "P c3",
        "cast fire d4",
        "secret",
    ]);
});

test("only the seat of this screen is You; others see a guest without a name as a guest", () => {
    const guest = (name: string) => ({ kind: "person", name, account: null, rating: null, bot: false }) as const;
    for (const name of ["Guest", "You"]) {
        expect(playerName(guest(name))).toBe("Guest");
        expect(playerName(guest(name), true)).toBe("You");
    }
    // The server leaves out what is not there.
    const short = { kind: "person", name: "Guest", bot: false } as Player;
    expect(playerName(short, true)).toBe("You");
    expect(playerName(guest("Ann"), true)).toBe("Ann");
});
