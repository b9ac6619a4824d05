import { expect, test } from "vitest";
import type { Choice } from "../wire";
import { typedChoice } from "./typedAction";

const choices = ["e2e3", "e2e4", "d2d4", "b@c3", "B@c3", "plane:hell"].map((action): Choice => ({
    action,
    touches: [],
    words: action,
}));
const found = (typed: string) => typedChoice(choices, typed)?.action;

test("upper and lower case are the same where one action is left", () => {
    expect(found("E2E3")).toBe("e2e3");
    expect(found("Plane:Hell")).toBe("plane:hell");
    expect(found("D2")).toBe("d2d4");
});

test("an exact text wins, and nothing is guessed between several", () => {
    expect(found("B@c3")).toBe("B@c3");
    expect(found("b@c3")).toBe("b@c3");
    expect(found("B@C3")).toBe(undefined);
    expect(found("E2")).toBe(undefined);
    expect(found("x")).toBe(undefined);
});
