/** Choosing an action by a sequence of touches, for any game. Nothing here knows a rule. */

import type { Choice, Place, Scene, Touch } from "../wire";
import { covers } from "./geometry";

export function sameTouch(a: Touch, b: Touch): boolean {
    if (a.touch === "button" || b.touch === "button")
        return a.touch === b.touch && "id" in a && "id" in b && a.id === b.id;
    return a.touch === b.touch && a.place === b.place && placesOf(a).length === placesOf(b).length;
}

/** The places a touch covers; none for a button. */
export function placesOf(touch: Touch): Place[] {
    if (touch.touch === "button") return [];
    return touch.touch === "area" ? touch.covers : [touch.place];
}

/** The choices that begin with these touches. */
function beginning(choices: Choice[], chosen: Touch[]): Choice[] {
    return choices.filter((choice) =>
        chosen.every((touch, i) => choice.touches[i] && sameTouch(choice.touches[i], touch)),
    );
}

/** The possible next touches, each once. */
export function nextTouches(choices: Choice[], chosen: Touch[]): Touch[] {
    const found: Touch[] = [];
    for (const choice of beginning(choices, chosen)) {
        const touch = choice.touches[chosen.length];
        if (touch && !found.some((other) => sameTouch(other, touch))) found.push(touch);
    }
    return found;
}

/** The state after a touch. */
export interface Step {
    chosen: Touch[];
    /** The action, once it is complete. */
    choice: Choice | null;
}

export function addTouch(choices: Choice[], chosen: Touch[], touch: Touch): Step {
    const now = [...chosen, touch];
    const left = beginning(choices, now);
    const done = left.find((choice) => choice.touches.length === now.length);
    return done ? { chosen: [], choice: done } : { chosen: now, choice: null };
}

/**
 * The touch that selecting a place means. In order of preference: the place itself or an area named after it, a large piece
 * on it, the first area that covers it.
 */
export function touchFor(scene: Scene, options: Touch[], place: Place): Touch | null {
    const named = options.find((touch) => touch.touch !== "button" && touch.place === place);
    if (named) return named;
    const under = scene.pieces
        .filter((piece) => piece.size > 1 && covers(scene, piece).includes(place))
        .map((piece) => piece.at);
    const large = options.find((touch) => touch.touch === "place" && under.includes(touch.place));
    return large ?? options.find((touch) => placesOf(touch).includes(place)) ?? null;
}

/** The first touch, if all actions that begin with a place begin with the same one. Then it is selected already. */
export function forcedTouches(choices: Choice[]): Touch[] {
    const longer = choices.filter((choice) => choice.touches.length > 1 && choice.touches[0]?.touch === "place");
    const onlyPlaces = choices.every((choice) => choice.touches[0]?.touch === "button" || choice.touches.length > 1);
    const first = longer[0]?.touches[0];
    if (!first || !onlyPlaces) return [];
    return longer.every((choice) => choice.touches[0] && sameTouch(choice.touches[0], first)) ? [first] : [];
}

/**
 * The text of an illegal action that the player tried, so that the server can explain it: a legal action of the same kind
 * with other places. Null if no legal action has that form.
 */
export function guessAction(choices: Choice[], chosen: Touch[], tried: Place): string | null {
    const wanted = [...chosen.flatMap((touch) => (touch.touch === "button" ? [] : [touch.place])), tried];
    const patterns = choices
        .map((choice) => ({
            choice,
            places: choice.touches.flatMap((touch) => (touch.touch === "button" ? [] : [touch.place])),
        }))
        .filter(({ places }) => places.length === wanted.length)
        .sort(
            (a, b) =>
                shared(b.places, wanted) - shared(a.places, wanted) || a.choice.action.length - b.choice.action.length,
        );
    for (const { choice, places } of patterns) {
        const text = exchanged(choice.action, places, wanted);
        if (text) return text;
    }
    return null;
}

function shared(a: Place[], b: Place[]): number {
    let count = 0;
    while (count < a.length && a[count] === b[count]) count++;
    return count;
}

/** The text with each place replaced by its counterpart, in order. Null if a place that differs is not in the text. */
function exchanged(text: string, places: Place[], wanted: Place[]): string | null {
    let done = "";
    let rest = text;
    for (const [i, place] of places.entries()) {
        const at = rest.indexOf(place);
        if (at < 0 && place !== wanted[i]) return null;
        if (at < 0) continue;
        done += rest.slice(0, at) + wanted[i];
        rest = rest.slice(at + place.length);
    }
    return done + rest;
}
