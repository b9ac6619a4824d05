import { expect, test } from "vitest";
import type { Scene } from "../wire";
import { fitHint } from "./hintText";

const scene = (text: string, mid_turn: boolean, ...labels: string[]) =>
    ({
        prompt: { actor: "Nobody", text, mid_turn },
        choices: labels.map((label) => ({
            action: label,
            words: "",
            touches: [{ touch: "button", id: label, label }],
        })),
    }) as unknown as Scene;

test("a sentence that names a button is left out if the button is not on the screen", () => {
    const text = "A monkey may hop on. Or press Stop here to end the turn.";
    expect(fitHint(text, scene("Choose", true))).toBe("A monkey may hop on.");
    expect(fitHint(text, scene("Choose", true, "Stop here"))).toBe(text);
    expect(fitHint("Where there is a button Stop, you need not go on.", scene("Choose", true))).toBe("");
});

test("a hint about highlighted places is left out if there are only buttons", () => {
    const text = "Something has to be decided before this turn ends. What can be chosen glows.";
    expect(fitHint(text, scene("Choose an upgrade", true, "Wizard Hat"))).toBe("");
    expect(fitHint(text, scene("Choose a square", true))).toBe("What can be chosen glows.");
});

test("a hint does not repeat the prompt", () => {
    expect(
        fitHint("Choose one of the three effects. Read them first.", scene("Choose one of three effects", true)),
    ).toBe("Read them first.");
    expect(fitHint("Your turn goes on: select a place.", scene("Hop on", true))).toBe("Select a place.");
    expect(fitHint("Your turn goes on: select a place.", scene("Hop on", false))).toBe(
        "Your turn goes on: select a place.",
    );
});
