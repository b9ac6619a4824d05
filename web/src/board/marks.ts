/** What is pointed out on a board. */

import type { Place } from "../wire/Place";

export interface Marks {
    /** The last turn touched it. */
    moved: Set<Place>;
    /** It has been touched for the action that is being chosen. */
    held: Set<Place>;
    /** It can be touched next. */
    open: Set<Place>;
    /** Whether something has been touched, so that what is open is where it can go. */
    begun: boolean;
    /** It belongs to the area under the pointer. */
    area: Set<Place>;
    /** It is part of a move planned ahead. */
    planned: Set<Place>;
}

export const NO_PLACES: Set<Place> = new Set();
