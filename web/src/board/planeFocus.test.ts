import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import { layoutPlanes } from "./geometry";
import { fullestPlane, planeBeside, planeWithChoices } from "./planeFocus";

const { scene } = scenes.find(({ name }) => name === "heaven-hell 0")!;
const planes = layoutPlanes(scene, 0);

test("the board changes only if the player can choose nowhere on it", () => {
    expect(planeWithChoices(planes, new Set(["e4", "e4^"]), "earth")).toBe(null);
    expect(planeWithChoices(planes, new Set(["e4^", "d3_", "e3_"]), "earth")?.id).toBe("hell");
    expect(planeWithChoices(planes, new Set(["shop:trap"]), "earth")).toBe(null);
    expect(planeWithChoices(planes, new Set(), "earth")).toBe(null);
});

test("at first the fullest board is shown, and the others follow in a circle", () => {
    expect(fullestPlane(planes, new Set(scene.pieces.map(({ at }) => at)))?.id).toBe("earth");
    expect(planeBeside(planes, "earth", 1)).toBe("hell");
    expect(planeBeside(planes, "hell", 1)).toBe("heaven");
    expect(planeBeside(planes, "heaven", -1)).toBe("hell");
});
