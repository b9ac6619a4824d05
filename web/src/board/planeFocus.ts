/** Which of several boards is shown where there is room for one large board. */

import type { Place } from "../wire";
import type { PlaneLayout } from "./geometry";

type Cells = Pick<PlaneLayout, "id" | "cells">;

const countIn = ({ cells }: Cells, places: ReadonlySet<Place>) =>
    cells.filter(({ spot }) => places.has(spot.id)).length;

/** Whether one of the places lies on the plane. */
export const liesOn = (plane: Cells, places: ReadonlySet<Place>): boolean => countIn(plane, places) > 0;

/** The plane to switch to because the player can choose only there. Null if the shown plane has a choice, or none has. */
export function planeWithChoices<T extends Cells>(planes: T[], open: ReadonlySet<Place>, shown: string): T | null {
    const now = planes.find(({ id }) => id === shown);
    if (now && liesOn(now, open)) return null;
    const best = planes.reduce<T | null>(
        (best, plane) => (countIn(plane, open) > (best ? countIn(best, open) : 0) ? plane : best),
        null,
    );
    return best;
}

/** The plane with the most places of a set; at first the board with most pieces is shown. */
export function fullestPlane<T extends Cells>(planes: T[], taken: ReadonlySet<Place>): T | undefined {
    return planes.reduce<T | undefined>(
        (best, plane) => (best && countIn(best, taken) >= countIn(plane, taken) ? best : plane),
        undefined,
    );
}

/** The neighbour of a plane in a circle. */
export function planeBeside(planes: Cells[], shown: string, step: number): string {
    const at = planes.findIndex(({ id }) => id === shown);
    return planes[(at + step + planes.length) % planes.length]?.id ?? shown;
}
