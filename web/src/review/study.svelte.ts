/** A game, or only a position, that is gone through, with lines of one's own beside it. */

import { SvelteMap } from "svelte/reactivity";
import type { Effect } from "../wire/Effect";
import { Line } from "../board/trialLine.svelte";
import { kept, keep, type Variation } from "./variations";

/** One step of the game: the events up to and with it lead there. */
export interface Step {
    version: number;
    event: string;
    events: string[];
}

/** Where one stands beside the game: in which variation, after how many of its actions. */
interface Inside {
    index: number;
    depth: number;
}

const named = (at: number, actions: string[]) => [at, ...actions].join(" ");

export class Study {
    readonly line: Line;
    steps = $state.raw<Step[]>([]);
    /** Steps of the game before the place that is shown. */
    at = $state(0);
    inside = $state.raw<Inside | null>(null);
    variations = $state.raw<Variation[]>([]);
    #key: string;
    #told = new SvelteMap<string, Effect[]>();

    /** The variation that is shown, as far as it is shown. */
    shown = $derived(this.inside ? this.variations[this.inside.index]!.actions.slice(0, this.inside.depth) : []);
    atStart = $derived(this.at === 0 && !this.inside);
    atEnd = $derived(
        this.inside
            ? this.inside.depth === this.variations[this.inside.index]?.actions.length
            : this.at === this.steps.length,
    );

    /** `key`: under which name one's own lines are kept in this browser. */
    constructor(game: string, position: string | null, key: string) {
        this.line = new Line(game, position, (action) => this.try(action));
        this.#key = key;
        this.variations = kept(key);
    }

    /** Begins anew from another position; lines that began elsewhere are let go. */
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

    /** An action is tried here: a step of the game, of a line that is there, or of a new one. */
    try(action: string): void {
        if (!this.inside && this.steps[this.at]?.event === action) void this.to(this.at + 1);
        else this.add([...this.shown, action], this.shown.length + 1);
    }

    /** Puts a line of actions beside the game, unless it is there, and goes so far into it. */
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

    /** Puts a variation before the others of its place. */
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
        keep(this.#key, variations);
    }

    async #show(glide: boolean): Promise<void> {
        const { at, shown } = this;
        await this.line.go(shown, glide, at === 0 ? [] : this.steps[at - 1]!.events);
        const told = this.line.actions === shown ? this.line.now : null;
        if (told)
            this.#told.set(
                named(at, shown),
                told.happened.map(({ what }) => what),
            );
    }

    /** What the variation did so far, as far as it has been looked at. */
    effects(): Effect[] {
        return this.shown.flatMap((_, i) => this.#told.get(named(this.at, this.shown.slice(0, i + 1))) ?? []);
    }
}
