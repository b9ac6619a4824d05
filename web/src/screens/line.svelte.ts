/** A line of play that is tried out: no table, no opponent, every step can be taken back. */

import { look } from "../api/http";
import type { Beat } from "../board/Board.svelte";
import { touched } from "../board/motion";
import { Selection } from "../board/selection.svelte";
import type { Looked } from "../wire/Looked";
import type { Place } from "../wire/Place";

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
    #serial = 0;

    constructor(game: string, position: string | null) {
        this.#game = game;
        this.#position = position;
        this.selection = new Selection({
            choose: (choice) => void this.go([...this.actions, choice.action], true),
            refuse: (_place, action) => void (action && this.explain(action)),
        });
    }

    /** Begins anew from another position. */
    from(game: string, position: string | null): Promise<void> {
        this.#game = game;
        this.#position = position;
        return this.go([]);
    }

    /** Shows the position after these actions. */
    async go(actions: string[], glide = false): Promise<void> {
        const serial = (this.#serial += 1);
        try {
            const looked = await look({ game: this.#game, position: this.#position, actions, explain: null });
            if (serial !== this.#serial) return;
            const effects = looked.happened.map(({ what }) => what);
            this.beat = glide && this.now ? { serial, effects, before: this.now.scene, put: null } : null;
            this.moved = new Set(touched(effects));
            this.now = looked;
            this.actions = actions;
            this.selection.look(looked.scene);
            this.trouble = "";
            this.rule = null;
        } catch (error) {
            this.trouble = (error as Error).message;
        }
    }

    back = () => this.go(this.actions.slice(0, -1));

    async explain(action: string): Promise<void> {
        try {
            const { verdict } = await look({
                game: this.#game,
                position: this.#position,
                actions: this.actions,
                explain: action,
            });
            if (!verdict || verdict.legal) return;
            this.trouble = verdict.reason;
            this.rule = verdict.rule;
        } catch (error) {
            this.trouble = (error as Error).message;
        }
    }
}
