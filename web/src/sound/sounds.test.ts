import { expect, test } from "vitest";
import { settings } from "../settings/settings.svelte";
import { passesWarning } from "./clockWarning";
import { isAudible } from "./sounds";

test("a clock warns once at each mark, and not while it is far from the end", () => {
    expect(passesWarning(20_050, 19_950)).toBe(true);
    expect(passesWarning(19_950, 19_850)).toBe(false);
    expect(passesWarning(300_000, 299_900)).toBe(false);
    expect(passesWarning(5_010, 5_000)).toBe(true);
    // A clock that goes up again, after a move with increment, does not warn.
    expect(passesWarning(9_000, 14_000)).toBe(false);
});

test("each switch silences its own sounds, and the main switch all of them", () => {
    settings.soundMoves = false;
    expect([isAudible("move"), isAudible("capture"), isAudible("chat")]).toEqual([false, true, true]);
    Object.assign(settings, { soundMoves: true, soundChat: false, soundClock: false });
    expect([isAudible("move"), isAudible("chat"), isAudible("clock")]).toEqual([true, false, false]);
    Object.assign(settings, { soundChat: true, soundClock: true, sounds: false });
    expect([isAudible("move"), isAudible("end")]).toEqual([false, false]);
    Object.assign(settings, { sounds: true, volume: 0 });
    expect(isAudible("end")).toBe(false);
    settings.volume = 80;
    expect(isAudible("end")).toBe(true);
});
