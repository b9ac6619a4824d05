/** The board editor's draft of a position. The server writes its text and says what is wrong with it. */

import { arrange, look } from "../api/http";
import { piecesByPlace } from "../board/geometry";
import { Selection } from "../board/selection.svelte";
import type { SceneResponse, Piece, Place, Scene } from "../wire";

/** The current tool: places this piece, erases, or moves a piece. */
export type Tool = Piece | "erase" | "move";

const same = (a: Piece, b: Piece) =>
    a.kind === b.kind &&
    a.color === b.color &&
    a.badges.map(({ id }) => id).join() === b.badges.map(({ id }) => id).join();

export class Draft {
    readonly game: string;
    readonly selection: Selection;
    tool = $state.raw<Tool>("move");
    pieces = $state.raw<Piece[]>([]);
    mover = $state("");
    /** The position's text, valid or not. */
    text = $state("");
    errorText = $state("");
    /** The piece that the move tool has picked up. */
    picked = $state.raw<Place | null>(null);
    #base = $state.raw<SceneResponse>();
    #serial = 0;

    /** The board with the draft's pieces. The player can select every square and every hand. */
    scene = $derived.by((): Scene | null => {
        if (!this.#base) return null;
        const { scene } = this.#base;
        const open = scene.spots.filter(({ site }) => site.on === "plane" || site.tray === "hand");
        const choices = open.map(({ id }) => ({
            action: id,
            touches: [{ touch: "place" as const, place: id }],
            words: "",
        }));
        return { ...scene, pieces: this.pieces, choices };
    });
    seats = $derived(this.#base?.seats ?? []);

    constructor(game: string, base: SceneResponse) {
        this.game = game;
        this.selection = new Selection({ choose: ({ action }) => void this.touch(action), refuse: () => {} });
        this.begin(base);
    }

    /** Starts with a position. */
    begin(base: SceneResponse): void {
        this.#base = base;
        this.pieces = base.scene.pieces;
        this.text = base.position;
        this.errorText = "";
        if (base.seats.includes(base.actor)) this.mover = base.actor;
        else if (!this.mover) this.mover = base.seats[0] ?? "";
    }

    /** Applies the current tool to a place. */
    touch(place: Place): Promise<void> {
        if (this.tool === "move") return this.#move(place);
        if (this.tool === "erase") return this.#set(this.#without(place));
        const held = this.#inHand(place);
        const top = this.#top(place);
        if (held) return this.#set(this.#add(place, this.tool));
        // Placing the same piece again removes it.
        const without = top && same(top, this.tool) ? this.#without(place) : null;
        return this.#set(without ?? [...this.pieces, { ...this.tool, at: place }]);
    }

    clear(): Promise<void> {
        const stays = new Set(
            this.#base?.scene.spots
                .filter(({ site }) => site.on === "tray" && site.tray !== "hand")
                .map(({ id }) => id),
        );
        return this.#set(this.pieces.filter(({ at }) => stays.has(at)));
    }

    turn(mover: string): Promise<void> {
        this.mover = mover;
        return this.#set(this.pieces);
    }

    #move(place: Place): Promise<void> {
        const { picked } = this;
        const piece = picked === null ? null : this.#top(picked);
        if (!piece || picked === place) {
            this.picked = picked === null && this.#top(place) ? place : null;
            return Promise.resolve();
        }
        this.picked = null;
        const rest = this.#without(picked!);
        return this.#set(
            this.#inHand(place) ? this.#add(place, piece, rest) : [...rest, { ...piece, at: place, count: 1 }],
        );
    }

    #top(place: Place): Piece | null {
        return (this.scene && piecesByPlace(this.scene).get(place)?.at(-1)) ?? null;
    }

    #inHand(place: Place): boolean {
        return this.#base?.scene.spots.find(({ id }) => id === place)?.site.on === "tray";
    }

    /** Adds one piece to a hand. */
    #add(place: Place, piece: Piece, among = this.pieces): Piece[] {
        const known = among.findIndex((other) => other.at === place && other.kind === piece.kind);
        if (known < 0) return [...among, { ...piece, at: place, count: 1 }];
        return among.with(known, { ...among[known]!, count: among[known]!.count + 1 });
    }

    /** Removes the topmost piece, or one of a hand. */
    #without(place: Place): Piece[] {
        const top = this.#top(place);
        if (!top) return this.pieces;
        const index = this.pieces.indexOf(top);
        if (top.count > 1 && this.#inHand(place)) return this.pieces.with(index, { ...top, count: top.count - 1 });
        return this.pieces.toSpliced(index, 1);
    }

    async #set(pieces: Piece[]): Promise<void> {
        const serial = (this.#serial += 1);
        this.pieces = pieces;
        try {
            const { game, mover } = this;
            const made = await arrange({ game, position: this.#base!.position, pieces, mover });
            if (serial !== this.#serial) return;
            this.text = made.position;
            this.errorText = made.error ?? "";
            if (made.error) return;
            const base = await look({ game, position: made.position, actions: [], explain: null });
            if (serial === this.#serial) this.begin(base);
        } catch (error) {
            if (serial === this.#serial) this.errorText = (error as Error).message;
        }
    }
}
