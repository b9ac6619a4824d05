/** Which place is explained: by a card, or by the line beside the board; and where its piece could go. */

import type { Place, Reach } from "../wire";

export interface OpenCard {
    place: Place;
    /** A card under the pointer closes by itself. One that the player asked for stays, and takes the focus. */
    asked: boolean;
}

export class Explainer {
    card = $state.raw<OpenCard | null>(null);
    /** The place that the player selected without choosing an action: an enemy piece, an item. */
    selected = $state.raw<Place | null>(null);
    /** Where the explained piece could go on its owner's turn. */
    reach = $state.raw<Reach | null>(null);
    #ask: (place: Place) => Promise<Reach>;
    /** The answers for the scene on the board. */
    #answers = new Map<Place, Promise<Reach>>();
    #wanted: Place | null = null;

    constructor(ask: (place: Place) => Promise<Reach>) {
        this.#ask = ask;
    }

    /** The pointer rests on a place. */
    point(place: Place): void {
        if (!this.card?.asked) this.card = { place, asked: false };
    }

    /** The pointer left the place. */
    leave(): void {
        if (this.card && !this.card.asked) this.card = null;
    }

    /** The player asks for the card of a place: with a key, a long press or a button. */
    open(place: Place): void {
        this.card = { place, asked: true };
    }

    close(): void {
        this.card = null;
    }

    select(place: Place | null): void {
        this.selected = place;
    }

    /** Shows where the piece at a place could go; null shows nothing. */
    async showReach(place: Place | null): Promise<void> {
        this.#wanted = place;
        if (this.reach?.place !== place) this.reach = null;
        if (place === null) return;
        const answer = this.#answers.get(place) ?? this.#ask(place);
        this.#answers.set(place, answer);
        try {
            const reach = await answer;
            if (this.#wanted === place && this.#answers.get(place) === answer) this.reach = reach;
        } catch {
            // The card says how the piece moves; without an answer the board shows no marks.
            this.#answers.delete(place);
        }
    }

    /** The board shows another position: what was asked about the one before is out of date. */
    update(): void {
        this.#answers.clear();
        this.#wanted = null;
        this.reach = null;
        this.selected = null;
        this.leave();
    }
}
