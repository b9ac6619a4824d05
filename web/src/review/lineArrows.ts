/** Arrows for the engine's lines: the best action, and alternatives that are nearly as good. */

import { type Arrow, arrowsOf } from "../board/arrows";
import type { SceneResponse, Thought } from "../wire";
import { LEAST_LOSS } from "./judgement";

/** The arrows of the first action of each line, in the position in which the lines begin. */
export function lineArrows(
    { seats, lines }: Pick<Thought, "seats" | "lines">,
    { actor, scene }: Pick<SceneResponse, "actor" | "scene">,
): Arrow[] {
    const seat = seats.indexOf(actor);
    const best = lines[0]?.expected[seat] ?? 0;
    return lines.flatMap(({ actions, expected }, i) => {
        const choice = scene.choices.find(({ action }) => action === actions[0]);
        if (!choice || best - (expected[seat] ?? 0) >= LEAST_LOSS) return [];
        return arrowsOf(choice, i === 0 ? "main" : "other");
    });
}
