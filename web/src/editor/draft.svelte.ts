/** A position in the making: pieces put down by hand. The games write its text; their readers say what is wrong with it. */

import { arrange, look } from "../api/http";
import { piecesByPlace } from "../board/geometry";
import { Selection } from "../board/selection.svelte";
import type { Looked } from "../wire/Looked";
import type { Piece } from "../wire/Piece";
import type { Place } from "../wire/Place";
import type { Scene } from "../wire/Scene";

/** What a touch does: puts this piece down, takes something away, or moves what stands there. */
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
    /** The text of what is on the board, whether or not it is a position. */
    text = $state("");
    trouble = $state("");
    /** What is about to be moved. */
    picked = $state.raw<Place | null>(null);
    #base = $state.raw<Looked>();
    #serial = 0;

    /** The board with the pieces as they stand; every square and every hand can be touched. */
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

    constructor(game: string, base: Looked) {
        this.game = game;
        this.selection = new Selection({ choose: ({ action }) => void this.touch(action), refuse: () => {} });
        this.begin(base);
    }

    /** Begins with a position. */
    begin(base: Looked): void {
        this.#base = base;
        this.pieces = base.scene.pieces;
        this.text = base.position;
        this.trouble = "";
        if (base.seats.includes(base.actor)) this.mover = base.actor;
        else if (!this.mover) this.mover = base.seats[0] ?? "";
    }

    /** A person touches a place. */
    touch(place: Place): Promise<void> {
        if (this.tool === "move") return this.#move(place);
        if (this.tool === "erase") return this.#set(this.#without(place));
        const held = this.#inHand(place);
        const top = this.#top(place);
        if (held) return this.#set(this.#add(place, this.tool));
        // The same piece once more takes it away again.
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

    /** One more in a hand. */
    #add(place: Place, piece: Piece, among = this.pieces): Piece[] {
        const known = among.findIndex((other) => other.at === place && other.kind === piece.kind);
        if (known < 0) return [...among, { ...piece, at: place, count: 1 }];
        return among.with(known, { ...among[known]!, count: among[known]!.count + 1 });
    }

    /** One less of what lies on top. */
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
            this.trouble = made.error ?? "";
            if (made.error) return;
            const base = await look({ game, position: made.position, actions: [], explain: null });
            if (serial === this.#serial) this.begin(base);
        } catch (error) {
            if (serial === this.#serial) this.trouble = (error as Error).message;
        }
    }
}
