import { expect, test } from "vitest";
import { parseColour } from "./colours";
import { fromOklab, toOklab } from "./oklab";
import { colourDistance, themedTerrains, THEMES } from "./themes";

test("a colour survives the way to OKLab and back", () => {
    for (const text of ["#000000", "#ffffff", "#7fb8de", "#c62f2f", "#55b06a"])
        expect(fromOklab(toOklab(parseColour(text)))).toEqual(parseColour(text));
});

test("a theme changes plain squares visibly", () => {
    const land = { id: "land", name: "land", text: "", rule: "", fill: "#e8d5a3", darkFill: "#6b5d3f", art: "" };
    for (const theme of THEMES.filter((theme) => theme !== "walnut"))
        expect(colourDistance(land.fill, themedTerrains([land], theme)[0]!.fill), theme).toBeGreaterThan(0.02);
});
