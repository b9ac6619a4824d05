/** Clicks and drags on a board, from pointer events. */

import type { Piece } from "../wire/Piece";
import type { Place } from "../wire/Place";
import type { Selection } from "./selection.svelte";

/** How far a pointer goes before a click becomes a drag, in pixels. */
const SLACK = 6;

interface Held {
    piece: Piece;
    x: number;
    y: number;
    side: number;
}

interface Press {
    place: Place;
    x: number;
    y: number;
    /** Whether this press began the choice, so that releasing it here does nothing more. */
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
        const side = (event.target as Element).closest("[data-place]")!.getBoundingClientRect().height;
        this.#press = { place, x: event.clientX, y: event.clientY, began: began || fresh, side };
    };

    move = (event: PointerEvent): void => {
        const press = this.#press;
        if (!press) return;
        const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
        if (!this.held && !far) return;
        const selection = this.#selection();
        if (!this.held && selection && !selection.held.has(press.place) && selection.begins(press.place))
            selection.begin(press.place);
        const piece = this.#pieceAt(press.place);
        if (piece && selection?.held.has(press.place))
            this.held = { piece, x: event.clientX, y: event.clientY, side: press.side };
    };

    up = (event: PointerEvent): void => {
        const press = this.#press;
        const dragged = this.held !== null;
        this.stop();
        const selection = this.#selection();
        if (!press || !selection) return;
        const place = placeUnder(document.elementFromPoint(event.clientX, event.clientY));
        if (place === null) return;
        if (place !== press.place) {
            if (dragged) selection.touch(place);
            return;
        }
        if (!press.began && !dragged) selection.touch(place);
    };

    stop = (): void => {
        this.#press = null;
        this.held = null;
    };
}

function placeUnder(element: Element | null): Place | null {
    return element?.closest<HTMLElement>("[data-place]")?.dataset.place ?? null;
}
