/** Drag and drop: turns pointer events on a board into clicks and drags. */

import type { Piece, Place } from "../wire";
import type { Selection } from "./selection.svelte";

/** The distance in pixels after which a press becomes a drag. */
const SLACK = 6;

interface Held {
    piece: Piece;
    x: number;
    y: number;
    side: number;
}

interface Press {
    pointer: number;
    board: Element | null;
    place: Place;
    x: number;
    y: number;
    /** This press began the choice, so its release on the same place does nothing more. */
    began: boolean;
    side: number;
}

export class Drag {
    held = $state.raw<Held | null>(null);
    #press: Press | null = null;
    #selection: () => Selection | undefined;
    #pieceAt: (place: Place) => Piece | null;

    constructor(selection: () => Selection | undefined, pieceAt: (place: Place) => Piece | null) {
        this.#selection = selection;
        this.#pieceAt = pieceAt;
    }

    down = (event: PointerEvent): void => {
        const selection = this.#selection();
        const place = placeUnder(event.target as Element);
        if (!selection || place === null || event.button !== 0) return;
        const began = !selection.held.has(place) && selection.next(place) === null && selection.begins(place);
        const fresh = selection.chosen.length === 0 && selection.begins(place);
        if (began || fresh) selection.begin(place);
        const target = event.target as Element;
        const side = target.closest("[data-place]")!.getBoundingClientRect().height;
        const { pointerId: pointer, clientX: x, clientY: y } = event;
        this.#press = { pointer, board: target.closest(".board"), place, x, y, began: began || fresh, side };
        // The pointer may leave the board before its release.
        addEventListener("pointermove", this.#move);
        addEventListener("pointerup", this.#up);
        addEventListener("pointercancel", this.stop);
    };

    #move = (event: PointerEvent): void => {
        const press = this.#press;
        if (press?.pointer !== event.pointerId) return;
        // The release happened outside of the window.
        if (event.buttons === 0) return this.stop();
        const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
        if (!this.held && !far) return;
        const selection = this.#selection();
        if (!this.held && selection && !selection.held.has(press.place) && selection.begins(press.place))
            selection.begin(press.place);
        const piece = this.#pieceAt(press.place);
        if (piece && selection?.held.has(press.place))
            this.held = { piece, x: event.clientX, y: event.clientY, side: press.side };
    };

    #up = (event: PointerEvent): void => {
        const press = this.#press;
        if (press?.pointer !== event.pointerId) return;
        const dragged = this.held !== null;
        this.stop();
        const selection = this.#selection();
        if (!selection) return;
        const under = document.elementFromPoint(event.clientX, event.clientY);
        const place = under?.closest(".board") === press.board ? placeUnder(under) : null;
        if (place === null) {
            if (dragged) selection.cancel();
            return;
        }
        if (place !== press.place) {
            if (dragged) selection.touch(place);
            return;
        }
        if (!press.began && !dragged) selection.touch(place);
    };

    stop = (): void => {
        this.#press = null;
        this.held = null;
        removeEventListener("pointermove", this.#move);
        removeEventListener("pointerup", this.#up);
        removeEventListener("pointercancel", this.stop);
    };
}

function placeUnder(element: Element | null): Place | null {
    return element?.closest<HTMLElement>("[data-place]")?.dataset.place ?? null;
}
