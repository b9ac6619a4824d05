import { expect, test } from "vitest";
import type { Alliance } from "../wire";
import { offersTo } from "./alliances";

const step = (by: string, what: string, other: string) =>
    ({ by, what, with: other, open: true }) as unknown as Alliance;

test("an offer counts until it is answered", () => {
    const offered = [step("red", "offered", "blue"), step("green", "offered", "blue")];
    expect(offersTo(offered, "blue")).toBe(2);
    expect(offersTo(offered, "red")).toBe(0);
    expect(offersTo([...offered, step("blue", "made", "red")], "blue")).toBe(1);
});
