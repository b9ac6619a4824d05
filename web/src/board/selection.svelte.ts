/** The selection: the touches so far on a board, and the meaning of the next one. */

import type { Choice, Place, Scene, Touch } from "../wire";
import { forcedTouches, guessAction, touchFor, nextTouches, placesOf, addTouch, sameTouch } from "./touches";

type Button = Extract<Touch, { touch: "button" }>;

export interface SelectionHandlers {
    /** The player chose an action. */
    choose(choice: Choice): void;
    /** The player selected a place that is no choice. `action` is the text of the action that was perhaps intended. */
    refuse(place: Place, action: string | null): void;
}

const sameActions = (one: Choice[], other: Choice[]) =>
    one.length === other.length && one.every(({ action }, i) => action === other[i]!.action);

export class Selection {
    scene = $state.raw<Scene | null>(null);
    chosen = $state.raw<Touch[]>([]);
    #handlers: SelectionHandlers;

    options = $derived(this.scene ? nextTouches(this.scene.choices, this.chosen) : []);
    /** The buttons of the current step, and those that begin an action. */
    buttons = $derived.by(() => {
        const begins = this.scene ? nextTouches(this.scene.choices, []) : [];
        const all = [
            ...this.options,
            ...begins.filter((touch) => !this.options.some((other) => sameTouch(other, touch))),
        ];
        return all.filter((touch): touch is Button => touch.touch === "button");
    });
    /** Every place that the player can select next. */
    open = $derived(new Set(this.options.flatMap((touch) => (touch.touch === "button" ? [] : [touch.place]))));
    /** Every selected place. */
    held = $derived(new Set(this.chosen.flatMap(placesOf)));

    constructor(handlers: SelectionHandlers) {
        this.#handlers = handlers;
    }

    /** A scene with other choices resets the selection to `begun`. If the choices are the same, the selection stays. */
    setScene(scene: Scene, begun: Touch[] = []): void {
        if (this.scene === scene) return;
        const goesOn = begun.length === 0 && this.scene && sameActions(this.scene.choices, scene.choices);
        this.scene = scene;
        if (!goesOn) this.chosen = begun.length > 0 ? begun : forcedTouches(scene.choices);
    }

    /** The touch that selecting a place means as the next step. */
    next(place: Place): Touch | null {
        return this.scene && touchFor(this.scene, this.options, place);
    }

    /** The touch that selecting a place means as the first step of another action. */
    first(place: Place): Touch | null {
        return this.scene && touchFor(this.scene, nextTouches(this.scene.choices, []), place);
    }

    /** Whether an action that begins with the place needs further touches. */
    begins(place: Place): boolean {
        const touch = this.first(place);
        return touch !== null && this.scene !== null && addTouch(this.scene.choices, [], touch).choice === null;
    }

    /** Starts a new action with a place. */
    begin(place: Place): void {
        const touch = this.first(place);
        if (touch) this.#press([], touch);
    }

    /** The player selects a place. */
    touch(place: Place): void {
        const touch = this.next(place);
        if (touch) this.#press(this.chosen, touch);
        else if (this.chosen.length > 0 && this.held.has(place)) this.cancel();
        else if (this.first(place)) this.begin(place);
        else this.#refuse(place);
    }

    button(button: Touch): void {
        const going = this.options.some((touch) => sameTouch(touch, button));
        this.#press(going ? this.chosen : [], button);
    }

    cancel(): void {
        this.chosen = this.scene ? forcedTouches(this.scene.choices) : [];
    }

    #press(chosen: Touch[], touch: Touch): void {
        if (!this.scene) return;
        const step = addTouch(this.scene.choices, chosen, touch);
        this.chosen = step.chosen;
        if (step.choice) this.#handlers.choose(step.choice);
    }

    #refuse(place: Place): void {
        const { scene } = this;
        if (!scene) return;
        const spot = scene.spots.find(({ id }) => id === place);
        const tried = this.chosen.length > 0 ? guessAction(scene.choices, this.chosen, place) : null;
        this.#handlers.refuse(place, spot?.action ?? tried);
        this.cancel();
    }
}
