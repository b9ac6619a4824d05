/** The evaluation graph's geometry: steps from left to right, chances from 0 at the bottom to 1 at the top. */

import type { EvaluatedPoint } from "./gameAnalysis.svelte";

/** Random events before the first decision have its evaluation. */
function placed(points: EvaluatedPoint[], seat: string): string[] {
    const from = points.slice(0, 1).map((first) => ({ ...first, step: 0 }));
    return [...from, ...points].map(
        ({ step, evaluation }) => `${step},${(1 - (evaluation.get(seat) ?? 0)).toFixed(4)}`,
    );
}

/** The curve of a seat, as the points of an SVG polyline. */
export const curveOf = (points: EvaluatedPoint[], seat: string) => placed(points, seat).join(" ");

/** The area under a seat's curve, as the points of an SVG polygon. */
export function areaOf(points: EvaluatedPoint[], seat: string): string {
    return ["0,1", ...placed(points, seat), `${points.at(-1)?.step ?? 0},1`].join(" ");
}

/** The point nearest to a step. */
export function nearestPoint(points: EvaluatedPoint[], step: number): EvaluatedPoint | null {
    const away = (point: EvaluatedPoint) => Math.abs(point.step - step);
    return points.reduce<EvaluatedPoint | null>((best, it) => (!best || away(it) < away(best) ? it : best), null);
}

/** The last point at or before a step. */
export const pointAt = (points: EvaluatedPoint[], step: number) =>
    points.findLast((point) => point.step <= step) ?? null;
