/** A study: a game or a position with the player's variations, and the current step. */

import { SvelteMap } from "svelte/reactivity";
import type { Effect } from "../wire";
import { TrialLine } from "../board/trialLine.svelte";
import { loadVariations, saveVariations, type Variation } from "./variations";

/** One step of the game, with all events up to it. */
export interface Step {
    version: number;
    event: string;
    events: string[];
}

/** The place in a variation: its index, and the number of its actions that were played. */
interface Inside {
    index: number;
    depth: number;
}

const keyOf = (at: number, actions: string[]) => [at, ...actions].join(" ");

export class Study {
    readonly line: TrialLine;
    steps = $state.raw<Step[]>([]);
    /** The number of steps of the game before the position on the board. */
    at = $state(0);
    inside = $state.raw<Inside | null>(null);
    variations = $state.raw<Variation[]>([]);
    #key: string | null;
    #effects = new SvelteMap<string, Effect[]>();

    /** The actions of the current variation up to the position on the board. */
    shown = $derived(this.inside ? this.variations[this.inside.index]!.actions.slice(0, this.inside.depth) : []);
    atStart = $derived(this.at === 0 && !this.inside);
    atEnd = $derived(
        this.inside
            ? this.inside.depth === this.variations[this.inside.index]?.actions.length
            : this.at === this.steps.length,
    );

    /** `key`: the name under which this browser stores the variations; null if it does not. */
    constructor(game: string, position: string | null, key: string | null) {
        this.line = new TrialLine(game, position, (action) => this.try(action));
        this.#key = key;
        if (key !== null) this.variations = loadVariations(key);
    }

    /** Starts over from another position. The old variations are deleted. */
    async from(game: string, position: string | null): Promise<void> {
        this.at = 0;
        this.inside = null;
        this.#change([]);
        await this.line.from(game, position);
    }

    /** Goes to a step of the game. */
    to(step: number): Promise<void> {
        const next = Math.max(0, Math.min(this.steps.length, step));
        const forward = !this.inside && next === this.at + 1;
        this.at = next;
        this.inside = null;
        return this.#show(forward);
    }

    /** Goes into a variation. */
    enter(index: number, depth: number): Promise<void> {
        const variation = this.variations[index];
        if (!variation) return Promise.resolve();
        const forward = this.at === variation.at && (this.inside?.depth ?? 0) + 1 === depth;
        this.at = variation.at;
        const inside = Math.max(0, Math.min(variation.actions.length, depth));
        this.inside = inside === 0 ? null : { index, depth: inside };
        return this.#show(forward);
    }

    forward(): void {
        if (this.inside) void this.enter(this.inside.index, this.inside.depth + 1);
        else if (this.steps.length > 0) void this.to(this.at + 1);
        else if (this.variations.length > 0) void this.enter(0, 1);
    }

    back(): void {
        if (this.inside) void this.enter(this.inside.index, this.inside.depth - 1);
        else void this.to(this.at - 1);
    }

    first(): void {
        void this.to(this.inside ? this.at : 0);
    }

    last(): void {
        if (this.inside) void this.enter(this.inside.index, Infinity);
        else void this.to(this.steps.length);
    }

    /** Plays an action: the next step of the game, of a known variation, or of a new one. */
    try(action: string): void {
        if (!this.inside && this.steps[this.at]?.event === action) void this.to(this.at + 1);
        else this.add([...this.shown, action], this.shown.length + 1);
    }

    /** Adds a variation, unless it exists, and goes to its action number `depth`. */
    add(actions: string[], depth: number): void {
        const begins = (long: string[], short: string[]) => short.every((action, i) => long[i] === action);
        const here = (variation: Variation) => variation.at === this.at;
        const known = this.variations.findIndex((it) => here(it) && begins(it.actions, actions));
        if (known >= 0) return void this.enter(known, depth);
        const longer = this.variations.findIndex((it) => here(it) && begins(actions, it.actions));
        const line = { at: this.at, actions };
        if (longer >= 0) this.#change(this.variations.with(longer, line));
        else this.#change([...this.variations, line]);
        void this.enter(longer >= 0 ? longer : this.variations.length - 1, depth);
    }

    /** Plays a variation that begins after another step of the game. */
    branch(at: number, actions: string[], depth: number): void {
        if (this.at !== at) this.inside = null;
        this.at = at;
        this.add(actions, depth);
    }

    /** Moves a variation before the others of the same step. */
    promote(index: number): void {
        const variation = this.variations[index];
        if (!variation) return;
        const rest = this.variations.filter((_, i) => i !== index);
        const first = rest.findIndex(({ at }) => at === variation.at);
        const place = first < 0 ? rest.length : first;
        if (this.inside?.index === index) this.inside = { ...this.inside, index: place };
        else if (this.inside) this.inside = null;
        this.#change(rest.toSpliced(place, 0, variation));
    }

    remove(index: number): void {
        const current = this.inside?.index;
        if (current === index) void this.to(this.at);
        else if (this.inside && current! > index) this.inside = { ...this.inside, index: current! - 1 };
        this.#change(this.variations.filter((_, i) => i !== index));
    }

    #change(variations: Variation[]): void {
        this.variations = variations;
        if (this.#key !== null) saveVariations(this.#key, variations);
    }

    async #show(glide: boolean): Promise<void> {
        const { at, shown } = this;
        await this.line.go(shown, glide, at === 0 ? [] : this.steps[at - 1]!.events);
        const looked = this.line.actions === shown ? this.line.now : null;
        if (looked)
            this.#effects.set(
                keyOf(at, shown),
                looked.happened.map(({ what }) => what),
            );
    }

    /** The effects of the current variation so far, as far as they are known. */
    effects(): Effect[] {
        return this.shown.flatMap((_, i) => this.#effects.get(keyOf(this.at, this.shown.slice(0, i + 1))) ?? []);
    }
}
