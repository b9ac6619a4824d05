/** Hover and long press: turns pointer events on a board into requests for explanations. */

import type { Place } from "../wire";

/** Milliseconds that a mouse rests on a place before its card opens; longer while the player is choosing a target. */
const HOVER = { free: 500, choosing: 1000 } as const;
/** Milliseconds in which the pointer can go from a place to its card. */
const GRACE = 250;
const LONG_PRESS = 500;
/** A finger that moves further than this, in pixels, drags or scrolls. */
const SLACK = 10;

export interface PointingHandlers {
    /** Whether a resting pointer opens a card there. */
    explains(place: Place): boolean;
    /** Whether the player is choosing a target. */
    choosing(): boolean;
    point(place: Place): void;
    leave(): void;
    /** A long press; the release that follows is no tap. */
    hold(place: Place): void;
}

export class Pointing {
    #handlers: PointingHandlers;
    #place: Place | null = null;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #press: { pointer: number; x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null;

    constructor(handlers: PointingHandlers) {
        this.#handlers = handlers;
    }

    /** Only a mouse that moved opens a card, not one under which the page changed: `pointerover` would report both. */
    moved = (event: PointerEvent): void => {
        if (event.pointerType !== "mouse") return;
        const target = event.target as Element;
        if (target.closest(".explanation")) return this.#wait(() => {}, 0);
        const place = placeOf(target);
        if (place === this.#place) return;
        this.#place = place;
        if (place === null || event.buttons !== 0 || !this.#handlers.explains(place))
            return this.#wait(this.#handlers.leave, GRACE);
        this.#handlers.leave();
        this.#wait(() => this.#handlers.point(place), this.#handlers.choosing() ? HOVER.choosing : HOVER.free);
    };

    /** The pointer left the board and its card. */
    out = (): void => {
        this.#place = null;
        this.#wait(this.#handlers.leave, GRACE);
    };

    down = (event: PointerEvent): void => {
        const place = placeOf(event.target as Element);
        if (place === null) return;
        // A click plays; the card opens again on another place.
        this.#wait(this.#handlers.leave, 0);
        if (event.pointerType === "mouse") return;
        this.#release();
        const { pointerId: pointer, clientX: x, clientY: y } = event;
        const timer = setTimeout(() => (this.#release(), this.#handlers.hold(place)), LONG_PRESS);
        this.#press = { pointer, x, y, timer };
        addEventListener("pointermove", this.#move);
        addEventListener("pointerup", this.#release);
        addEventListener("pointercancel", this.#release);
    };

    stop = (): void => {
        clearTimeout(this.#timer);
        this.#release();
    };

    #move = (event: PointerEvent): void => {
        const press = this.#press;
        if (press?.pointer !== event.pointerId) return;
        if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) this.#release();
    };

    #release = (): void => {
        clearTimeout(this.#press?.timer);
        this.#press = null;
        removeEventListener("pointermove", this.#move);
        removeEventListener("pointerup", this.#release);
        removeEventListener("pointercancel", this.#release);
    };

    #wait(then: () => void, milliseconds: number): void {
        clearTimeout(this.#timer);
        if (milliseconds === 0) then();
        else this.#timer = setTimeout(then, milliseconds);
    }
}

const placeOf = (element: Element): Place | null => element.closest<HTMLElement>("[data-place]")?.dataset.place ?? null;
