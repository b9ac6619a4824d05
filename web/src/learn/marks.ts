/** What a level marks on the board: as arrows and rings, and in words. */

import type { Arrow } from "../board/arrows";
import { placeName } from "../board/describe";
import { t } from "../messages";
import { listed } from "../text/format";
import type { LessonMarks, Scene } from "../wire";

/** Rings around the marked squares, and the arrows. */
export const arrowsOfMarks = ({ squares, arrows }: LessonMarks): Arrow[] => [
    ...squares.map((to): Arrow => ({ from: null, to, style: "mark" })),
    ...arrows.map(([from, to]): Arrow => ({ from, to, style: "main" })),
];

/** The marks for screen readers, which see no arrows; empty if there are none. */
export function marksWords({ squares, arrows }: LessonMarks, scene: Scene): string {
    const name = (place: string) => placeName(scene, place);
    return [
        ...(squares.length > 0 ? [t("learn-marks-squares", { squares: listed(squares.map(name)) })] : []),
        ...arrows.map(([from, to]) => t("learn-marks-arrow", { from: name(from), to: name(to) })),
    ].join(" ");
}
