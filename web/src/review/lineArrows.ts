/** Arrows for the engine's lines: the best action and alternatives that are nearly as good, or the threats. */

import { type Arrow, type ArrowStyle, arrowsOf } from "../board/arrows";
import type { SceneResponse, Thought } from "../wire";
import { LEAST_LOSS } from "./judgement";
import type { PositionAnalysis } from "./positionAnalysis.svelte";

type Lines = Pick<Thought, "seats" | "lines">;
type Seen = Pick<SceneResponse, "actor" | "scene">;

/** The arrows of the first action of each line, in the position in which the lines begin. */
export function lineArrows({ seats, lines }: Lines, { actor, scene }: Seen, main: ArrowStyle = "main"): Arrow[] {
    const seat = seats.indexOf(actor);
    const best = lines[0]?.expected[seat] ?? 0;
    return lines.flatMap(({ actions, expected }, i) => {
        const choice = scene.choices.find(({ action }) => action === actions[0]);
        if (!choice || best - (expected[seat] ?? 0) >= LEAST_LOSS) return [];
        return arrowsOf(choice, i === 0 ? main : "other");
    });
}

/** The arrows on the board: the threats if they are asked for, otherwise the best actions. */
export function analysisArrows(analysis: PositionAnalysis, now: SceneResponse, lines: Lines | null): Arrow[] {
    const threats = analysis.threatsIn(now.position);
    if (threats)
        return lineArrows({ ...threats.thought, lines: threats.thought.lines.slice(0, 1) }, threats.seen, "threat");
    return lines ? lineArrows(lines, now) : [];
}
