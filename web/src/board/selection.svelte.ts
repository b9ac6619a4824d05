/** What has been touched so far on a board, and what the next touch would mean. */

import type { Choice } from "../wire/Choice";
import type { Place } from "../wire/Place";
import type { Scene } from "../wire/Scene";
import type { Touch } from "../wire/Touch";
import { forced, guess, meant, next, placesOf, press, same } from "./touches";

type Button = Extract<Touch, { touch: "button" }>;

export interface Wishes {
    /** An action was chosen. */
    choose(choice: Choice): void;
    /** A place was selected that means nothing here; the text of the action that was perhaps meant. */
    refuse(place: Place, action: string | null): void;
}

const sameActions = (one: Choice[], other: Choice[]) =>
    one.length === other.length && one.every(({ action }, i) => action === other[i]!.action);

export class Selection {
    scene = $state.raw<Scene | null>(null);
    chosen = $state.raw<Touch[]>([]);
    #wishes: Wishes;

    options = $derived(this.scene ? next(this.scene.choices, this.chosen) : []);
    /** Buttons of the step at hand, and those with which an action can begin. */
    buttons = $derived.by(() => {
        const begins = this.scene ? next(this.scene.choices, []) : [];
        const all = [...this.options, ...begins.filter((touch) => !this.options.some((other) => same(other, touch)))];
        return all.filter((touch): touch is Button => touch.touch === "button");
    });
    /** Every place that can be touched next. */
    open = $derived(new Set(this.options.flatMap((touch) => (touch.touch === "button" ? [] : [touch.place]))));
    /** Every place that has been touched. */
    held = $derived(new Set(this.chosen.flatMap(placesOf)));

    constructor(wishes: Wishes) {
        this.#wishes = wishes;
    }

    /** A scene with other choices begins a new one, with what has been touched already; the same choices go on. */
    look(scene: Scene, begun: Touch[] = []): void {
        if (this.scene === scene) return;
        const goesOn = begun.length === 0 && this.scene && sameActions(this.scene.choices, scene.choices);
        this.scene = scene;
        if (!goesOn) this.chosen = begun.length > 0 ? begun : forced(scene.choices);
    }

    /** What touching a place would mean as the next touch. */
    next(place: Place): Touch | null {
        return this.scene && meant(this.scene, this.options, place);
    }

    /** What touching a place would mean as the first touch of another action. */
    first(place: Place): Touch | null {
        return this.scene && meant(this.scene, next(this.scene.choices, []), place);
    }

    /** Whether touching the place first would only begin an action. */
    begins(place: Place): boolean {
        const touch = this.first(place);
        return touch !== null && this.scene !== null && press(this.scene.choices, [], touch).choice === null;
    }

    /** Begins anew with a place. */
    begin(place: Place): void {
        const touch = this.first(place);
        if (touch) this.#press([], touch);
    }

    /** A person touches a place. */
    touch(place: Place): void {
        const touch = this.next(place);
        if (touch) this.#press(this.chosen, touch);
        else if (this.chosen.length > 0 && this.held.has(place)) this.cancel();
        else if (this.first(place)) this.begin(place);
        else this.#refuse(place);
    }

    button(button: Touch): void {
        const going = this.options.some((touch) => same(touch, button));
        this.#press(going ? this.chosen : [], button);
    }

    cancel(): void {
        this.chosen = this.scene ? forced(this.scene.choices) : [];
    }

    #press(chosen: Touch[], touch: Touch): void {
        if (!this.scene) return;
        const step = press(this.scene.choices, chosen, touch);
        this.chosen = step.chosen;
        if (step.choice) this.#wishes.choose(step.choice);
    }

    #refuse(place: Place): void {
        const { scene } = this;
        if (!scene) return;
        const spot = scene.spots.find(({ id }) => id === place);
        const tried = this.chosen.length > 0 ? guess(scene.choices, this.chosen, place) : null;
        this.#wishes.refuse(place, spot?.action ?? tried);
        this.cancel();
    }
}
