import { expect, test } from "vitest";
import { parseSettings } from "./settings.svelte";

test("settings of an earlier version are kept, and new ones get their defaults", () => {
    const old = parseSettings('{"board":"moss","pieces":"letters","sounds":false,"name":"Ann"}');
    expect(old).toMatchObject({ board: "moss", pieces: "letters", sounds: false, name: "Ann" });
    expect(old).toMatchObject({ moveMarks: true, volume: 80, soundChat: true });
});

test("unknown values and broken texts get the defaults", () => {
    expect(parseSettings('{"board":"gold","volume":"loud","pieces":7}')).toMatchObject({
        board: "walnut",
        volume: 80,
        pieces: "carved",
    });
    expect(parseSettings('{"volume":900}').volume).toBe(100);
    expect(parseSettings("{").theme).toBe("auto");
    expect(parseSettings(null).hints).toBe(true);
});
