/** Horizontal swipes of a finger, as an action for an element. */

/** A swipe covers at least this many pixels, and is clearly more horizontal than vertical. */
const DISTANCE = 48;

/** Calls back with 1 for a swipe to the left (forwards) and -1 for one to the right. */
export function swipe(element: HTMLElement, onswipe: (step: 1 | -1) => unknown) {
    let start: { pointer: number; x: number; y: number } | null = null;
    const down = (event: PointerEvent) => {
        // A piece that can move is dragged, not swiped.
        const drags = (event.target as Element).closest(".open.taken") !== null;
        start =
            event.pointerType === "mouse" || drags
                ? null
                : { pointer: event.pointerId, x: event.clientX, y: event.clientY };
    };
    const up = (event: PointerEvent) => {
        if (start?.pointer !== event.pointerId) return;
        const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
        start = null;
        if (Math.abs(dx) >= DISTANCE && Math.abs(dx) > 2 * Math.abs(dy)) onswipe(dx < 0 ? 1 : -1);
    };
    const cancel = () => (start = null);
    element.addEventListener("pointerdown", down);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    return {
        destroy() {
            element.removeEventListener("pointerdown", down);
            removeEventListener("pointerup", up);
            removeEventListener("pointercancel", cancel);
        },
    };
}
