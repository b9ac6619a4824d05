/** A line of play that is tried out: no table, no opponent, every step can be taken back. */

import { look } from "../api/http";
import type { Beat } from "./Board.svelte";
import { placeName } from "./describe";
import { touched } from "./motion";
import { Selection } from "./selection.svelte";
import type { Looked } from "../wire/Looked";
import type { Place } from "../wire/Place";
import { capitalised } from "../text/format";

export class Line {
    now = $state.raw<Looked | null>(null);
    beat = $state.raw<Beat | null>(null);
    moved = $state.raw<Set<Place>>(new Set());
    /** Why something was refused, or what the reader says about the position. */
    trouble = $state("");
    /** The rule that forbids what was refused. */
    rule = $state<string | null>(null);
    actions = $state.raw<string[]>([]);
    readonly selection: Selection;
    #game: string;
    #position: string | null;
    /** The events of a match that the line begins after. */
    #events: string[] = [];
    #serial = 0;

    /** `choose` hears what is chosen on the board; without it the action is done. */
    constructor(game: string, position: string | null, choose?: (action: string) => void) {
        this.#game = game;
        this.#position = position;
        this.selection = new Selection({
            choose: ({ action }) => (choose ? choose(action) : void this.go([...this.actions, action], true)),
            refuse: (place, action) => void (action ? this.explain(action) : this.#nothing(place)),
        });
    }

    /** Begins anew from another position. */
    from(game: string, position: string | null): Promise<void> {
        this.#game = game;
        this.#position = position;
        return this.go([], false, []);
    }

    /** Shows the position after these actions, which follow these events. */
    async go(actions: string[], glide = false, events = this.#events): Promise<void> {
        const serial = (this.#serial += 1);
        try {
            const looked = await this.#look(actions, events, null);
            if (serial !== this.#serial) return;
            const effects = looked.happened.map(({ what }) => what);
            this.beat = glide && this.now ? { effects, before: this.now.scene, put: null } : null;
            this.moved = new Set(touched(effects));
            this.now = looked;
            this.actions = actions;
            this.#events = events;
            this.selection.look(looked.scene);
            this.trouble = "";
            this.rule = null;
        } catch (error) {
            if (serial === this.#serial) this.trouble = (error as Error).message;
        }
    }

    back = () => this.go(this.actions.slice(0, -1));

    async explain(action: string): Promise<void> {
        try {
            const { verdict } = await this.#look(this.actions, this.#events, action);
            if (!verdict || verdict.legal) return;
            this.trouble = verdict.reason;
            this.rule = verdict.rule;
        } catch (error) {
            this.trouble = (error as Error).message;
        }
    }

    #nothing(place: Place): void {
        const scene = this.now?.scene;
        if (!scene) return;
        this.trouble =
            scene.choices.length === 0
                ? "The game is over here: nothing can be moved."
                : `${capitalised(placeName(scene, place))} cannot be chosen now. Select what is highlighted.`;
        this.rule = null;
    }

    #look(actions: string[], events: string[], explain: string | null): Promise<Looked> {
        return look({ game: this.#game, position: this.#position, events, actions, explain });
    }
}
