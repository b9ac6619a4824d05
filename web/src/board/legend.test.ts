import { expect, test } from "vitest";
import { scenes } from "../fixtures/scenes";
import type { Game, Piece } from "../wire";
import { legendOf } from "./legend";

const { scene } = scenes.find(({ name }) => name === "jungle 0")!;
const terrain = (id: string, name: string) => ({
    id,
    name,
    fill: "",
    darkFill: "",
    art: "",
    text: `a ${id}`,
    rule: "",
});
const kind = (id: string) => ({ id, name: id, letters: "", art: "", text: "", rule: "" });
const game: Pick<Game, "kinds" | "terrains" | "topics"> = {
    kinds: [kind("rat"), kind("unicorn")],
    topics: [{ id: "rank", name: "Rank", text: "the higher one captures", rule: "" }],
    terrains: [terrain("land", "ground"), terrain("water", "ground"), terrain("lava", "lava")],
};

test("the legend lists what is on the board, each thing once", () => {
    const badge = { id: "stunned", mark: "s2", label: "stunned for 2 turns" };
    const pieces: Piece[] = scene.pieces.map((piece) => ({ ...piece, badges: [badge] }));
    const legend = legendOf(game, { ...scene, pieces });
    expect(legend.badges).toEqual([{ name: "stunned for 2 turns", text: "", badges: [badge] }]);
    expect(legend.kinds.map(({ kind }) => kind.id)).toEqual(["rat"]);
    const squares = legend.squares.map(({ name, text, terrains }) => [name, text, terrains.length]);
    expect(squares).toEqual([["ground", "A land.", 2]]);
});

test("badges that mean the same are listed once, with the text of their topic", () => {
    const [ranks] = legendOf(game, scene).badges;
    expect([ranks!.name, ranks!.text]).toEqual(["Rank", "The higher one captures."]);
    expect(ranks!.badges.map(({ mark }) => mark)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
});
