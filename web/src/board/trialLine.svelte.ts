/** A trial line: moves that the player tries out without a table. Every step can be taken back. */

import { look, positionReach } from "../api/http";
import type { Transition } from "./Board.svelte";
import { t } from "../messages";
import { placeName } from "./describe";
import { Explainer } from "./explainer.svelte";
import { isForeign } from "./explanations";
import { changedPlaces } from "./motion";
import { Selection } from "./selection.svelte";
import type { Place, SceneResponse } from "../wire";

export class TrialLine {
    now = $state.raw<SceneResponse | null>(null);
    transition = $state.raw<Transition | null>(null);
    moved = $state.raw<Set<Place>>(new Set());
    /** Why an action was refused, or what is wrong with the position. */
    errorText = $state("");
    /** The rule behind a refusal. */
    rule = $state<string | null>(null);
    actions = $state.raw<string[]>([]);
    readonly selection: Selection;
    readonly explainer = new Explainer((place) =>
        positionReach(this.#game, this.now?.position ?? this.#position ?? "", place),
    );
    #game: string;
    #position: string | null;
    /** The events of the match before the line. */
    #events: string[] = [];
    #serial = 0;

    /** `choose` gets the actions chosen on the board. Without it the line plays them itself. */
    constructor(game: string, position: string | null, choose?: (action: string) => void) {
        this.#game = game;
        this.#position = position;
        this.selection = new Selection({
            choose: ({ action }) => (choose ? choose(action) : void this.go([...this.actions, action], true)),
            refuse: (place, action) => {
                this.explainer.select(place);
                void (action ? this.explain(action) : this.#nothing(place));
            },
        });
    }

    /** Starts over from another position. */
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
            this.transition = glide && this.now ? { effects, before: this.now.scene, put: null } : null;
            this.moved = new Set(changedPlaces(effects));
            this.now = looked;
            this.actions = actions;
            this.#events = events;
            this.selection.setScene(looked.scene);
            this.errorText = "";
            this.rule = null;
        } catch (error) {
            if (serial === this.#serial) this.errorText = (error as Error).message;
        }
    }

    back = () => this.go(this.actions.slice(0, -1));

    async explain(action: string): Promise<void> {
        try {
            const { verdict } = await this.#look(this.actions, this.#events, action);
            if (!verdict || verdict.legal) return;
            this.errorText = verdict.reason;
            this.rule = verdict.rule;
        } catch (error) {
            this.errorText = (error as Error).message;
        }
    }

    #nothing(place: Place): void {
        const scene = this.now?.scene;
        if (!scene) return;
        const { actor } = scene.prompt;
        const seat = typeof actor === "object" ? actor.Seat : null;
        this.errorText = "";
        // The board shows where the piece could go.
        if (this.selection.chosen.length === 0 && isForeign(scene, place, seat)) return;
        this.errorText =
            scene.choices.length === 0
                ? t("board-trial-over")
                : t("board-trial-refused", { place: placeName(scene, place) });
        this.rule = null;
    }

    #look(actions: string[], events: string[], explain: string | null): Promise<SceneResponse> {
        return look({ game: this.#game, position: this.#position, events, actions, explain });
    }
}
