/** The highlights on a board. */

import type { Place } from "../wire";
import type { Arrow } from "./arrows";

export interface Marks {
    /** The last turn changed these. */
    moved: Set<Place>;
    /** Turns before the last one changed these, since the player's own last action. */
    earlier: Set<Place>;
    /** Selected for the action that the player is choosing. */
    held: Set<Place>;
    /** The player can select these next. */
    open: Set<Place>;
    /** Whether something is selected; then `open` are its targets. */
    begun: boolean;
    /** The area under the pointer. */
    area: Set<Place>;
    /** Part of a planned move. */
    planned: Set<Place>;
    /** Drawn over the pieces. */
    arrows: Arrow[];
    /** The explained piece could go here on its owner's turn. */
    reach: Set<Place>;
    /** The part of `reach` where it would capture. */
    threatened: Set<Place>;
}

export const NO_PLACES: Set<Place> = new Set();

export const NO_MARKS: Marks = {
    moved: NO_PLACES,
    earlier: NO_PLACES,
    held: NO_PLACES,
    open: NO_PLACES,
    begun: false,
    area: NO_PLACES,
    planned: NO_PLACES,
    arrows: [],
    reach: NO_PLACES,
    threatened: NO_PLACES,
};
