import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import { layoutPlanes } from "./geometry";
import { neighbour } from "./keys";

const layouts = (name: string, turn: 0 | 2 = 0) =>
    layoutPlanes(scenes.find((one) => one.name === `${name} 0`)!.scene, turn);

test("an arrow key leads to the next square in that direction", () => {
    expect(neighbour(layouts("chess2"), "a1", "ArrowUp")).toBe("a2");
    expect(neighbour(layouts("chess2"), "a1", "ArrowRight")).toBe("b1");
    expect(neighbour(layouts("chess2", 2), "b2", "ArrowUp")).toBe("b1");
    expect(neighbour(layouts("chess2"), "a1", "ArrowDown")).toBe(null);
    expect(neighbour(layouts("chess2"), "c3", "End")).toBe("h3");
    expect(neighbour(layouts("chess2"), "c3", "x")).toBe(null);
});

test("jail cells beside the board can be reached", () => {
    const chess2 = layouts("chess2");
    const beside = chess2[0]!.cells.find((cell) => cell.column < 0)!;
    const edge = chess2[0]!.cells.find((cell) => cell.column === 0 && cell.row === beside.row)!;
    expect(neighbour(chess2, edge.spot.id, "ArrowLeft")).toBe(beside.spot.id);
});

test("over the edge of a plane an arrow key leads to the next plane", () => {
    const planes = layouts("heaven-hell");
    expect(planes.length).toBe(3);
    const last = planes[0]!.cells.filter((cell) => cell.row === 4).at(-1)!;
    const across = neighbour(planes, last.spot.id, "ArrowRight");
    expect(planes[1]!.cells.some((cell) => cell.spot.id === across)).toBe(true);
});
