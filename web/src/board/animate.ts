/** Animates an animation plan on the board's elements. */

import type { Place } from "../wire";
import { longestPath, type Plan } from "./motion";

/** Milliseconds from one square to the next, unless the caller gives another time. */
const STEP = 190;

/** The duration of a plan in milliseconds. */
export function length(plan: Plan, step = STEP): number {
    const rest = plan.ghosts.length + plan.born.length + plan.changed.length > 0 ? 160 : 0;
    return longestPath(plan) * step + rest;
}

/** Makes pieces glide, fade and pop. A piece that the player has already dragged to its square (`put`) stays there. */
export function play(root: HTMLElement, plan: Plan, put: Place | null, step = STEP): void {
    for (const glide of plan.glides) {
        const to = glide.path.at(-1)!;
        if (to === put && glide.path.length === 2) continue;
        const element = pieceAt(root, to);
        const end = placeBox(root, to);
        if (!element || !end) continue;
        const boxes = glide.path.map((place) => placeBox(root, place) ?? end);
        fly(element, boxes, end, glide.motion === "Jump", step);
    }
    const wait = (plan.glides.length > 0 && put === null ? step : 0) * 0.6;
    for (const ghost of plan.ghosts) {
        const element = root.querySelector(`[data-ghost="${CSS.escape(ghost.at)}"]`);
        element?.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(0.6) rotate(8deg)" }], {
            duration: 170,
            delay: wait,
            fill: "both",
            easing: "ease-in",
        });
    }
    for (const place of plan.born)
        pieceAt(root, place)?.animate(
            [{ opacity: 0, transform: "scale(0.4)" }, { transform: "scale(1.12)" }, { transform: "none" }],
            { duration: 260, delay: wait, fill: "backwards" },
        );
    for (const place of plan.changed)
        pieceAt(root, place)?.animate(
            [{ transform: "scale(1)" }, { transform: "scale(1.16)" }, { transform: "scale(1)" }],
            { duration: 260, delay: wait },
        );
}

function fly(element: HTMLElement, boxes: DOMRect[], end: DOMRect, jump: boolean, step: number): void {
    const frames: Keyframe[] = boxes.map((box) => ({
        transform: `translate(${box.left - end.left}px, ${box.top - end.top}px)`,
    }));
    if (jump && boxes.length === 2) {
        const [from] = boxes as [DOMRect];
        frames.splice(1, 0, {
            transform: [
                `translate(${(from.left - end.left) / 2}px, ${(from.top - end.top) / 2 - end.height * 0.25}px)`,
                "scale(1.12)",
            ].join(" "),
        });
    }
    element.classList.add("flying");
    const motion = element.animate(frames, {
        duration: step * Math.max(1, boxes.length - 1) + 30,
        easing: "cubic-bezier(0.3, 0.1, 0.2, 1)",
    });
    motion.onfinish = motion.oncancel = () => element.classList.remove("flying");
}

function pieceAt(root: HTMLElement, place: Place): HTMLElement | null {
    return [...root.querySelectorAll<HTMLElement>(`[data-at="${CSS.escape(place)}"]`)].at(-1) ?? null;
}

function placeBox(root: HTMLElement, place: Place): DOMRect | null {
    return root.querySelector(`[data-place="${CSS.escape(place)}"]`)?.getBoundingClientRect() ?? null;
}
