/** Purchases and other actions that cannot be undone: the player confirms them first. */

import { coinsOf, entryOf } from "../board/entries";
import { sentence } from "../text/format";
import type { Choice, Game, Scene } from "../wire";

/** An action that waits for the player's confirmation. */
export interface Question {
    choice: Choice;
    /** The place that was selected last, which gets the focus back; null for a button. */
    place: string | null;
    text: string;
    /** What is bought, and its price; null for other actions. */
    purchase: { name: string; price: number; left: number | null } | null;
}

/** The question before a choice; null if the choice can be undone. */
export function questionBefore(
    game: Pick<Game, "topics">,
    scene: Scene,
    choice: Choice,
    seat: number,
): Question | null {
    if (!choice.irreversible) return null;
    const last = choice.touches.at(-1);
    const place = last && last.touch !== "button" ? last.place : null;
    const spot = scene.spots.find(({ id }) => id === place);
    const bought = spot?.action === choice.action ? spot : undefined;
    if (bought?.price === undefined) return { choice, place, text: sentence(choice.words), purchase: null };
    const { name, text } = entryOf(game, bought);
    const coins = coinsOf(scene.counters, seat);
    const left = coins === null ? null : coins - bought.price;
    return { choice, place, text, purchase: { name, price: bought.price, left } };
}

export class Purchases {
    pending = $state.raw<Question | null>(null);
    #act: (choice: Choice) => void;

    constructor(act: (choice: Choice) => void) {
        this.#act = act;
    }

    /** Plays a choice, or asks for confirmation first. */
    choose(choice: Choice, question: Question | null): void {
        this.pending = question;
        if (!question) this.#act(choice);
    }

    confirm(): void {
        const { pending } = this;
        this.pending = null;
        if (pending) this.#act(pending.choice);
    }

    cancel(): void {
        this.pending = null;
    }

    /** Drops a question about an action that is no longer possible. */
    update(choices: Choice[]): void {
        if (this.pending && !choices.some(({ action }) => action === this.pending!.choice.action)) this.pending = null;
    }
}
