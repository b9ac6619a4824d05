/** Hints for new players: one at a time, for the decision of the moment, until the player has read it. */

import { SvelteSet } from "svelte/reactivity";
import { settings } from "../settings/settings.svelte";
import type { Game, Hint, LogEntry, Moment, Scene, TableView, Touch } from "../wire";
import { fitHint } from "./hintText";

const KEY = "menagerie.hints";

/** The state of a table that decides which hints apply. */
export interface Situation {
    /** Whether it is this player's turn. */
    mine: boolean;
    midTurn: boolean;
    /** Whether a piece was captured or died since the player's last turn. */
    captured: boolean;
    scene: Scene;
}

export const situation = (seen: TableView, mine: boolean, captured: boolean): Situation | null =>
    seen.scene && { mine, midTurn: seen.scene.prompt.mid_turn, captured, scene: seen.scene };

/** Whether a piece was captured or died in one of the last turns, one turn for each seat. */
export function capturedLately(log: LogEntry[], seats: number): boolean {
    const last = log.at(-1)?.turn ?? 0;
    return log.some(
        ({ turn, happened }) =>
            turn > last - seats && happened.some(({ what }) => ["captured", "died"].includes(what.effect)),
    );
}

function siteOf(scene: Scene, touch: Touch | undefined) {
    if (!touch || touch.touch === "button") return null;
    return scene.spots.find(({ id }) => id === touch.place)?.site ?? null;
}

/** Whether a touch is a cell beside its board. */
function isBeside(scene: Scene, touch: Touch | undefined): boolean {
    const site = siteOf(scene, touch);
    const plane = site?.on === "plane" ? scene.planes[site.plane] : undefined;
    if (site?.on !== "plane" || !plane) return false;
    return site.x < 0 || site.y < 0 || site.x >= plane.width || site.y >= plane.height;
}

function isInTray(scene: Scene, touch: Touch | undefined, name: string): boolean {
    const site = siteOf(scene, touch);
    return site?.on === "tray" && site.tray === name;
}

export function applies(moment: Moment, { mine, midTurn, captured, scene }: Situation): boolean {
    switch (moment.moment) {
        case "turn":
            return mine && !midTurn;
        case "mid-turn":
            return mine && midTurn;
        case "capture":
            return mine && !midTurn && captured;
        case "beside":
            return (
                mine &&
                scene.choices.length > 0 &&
                scene.choices.every(({ touches }) => isBeside(scene, touches.at(-1)))
            );
        case "tray":
            return mine && scene.choices.some(({ touches }) => isInTray(scene, touches[0], moment.tray));
    }
}

/** The most specific moment comes first. */
const ORDER: Moment["moment"][] = ["tray", "beside", "mid-turn", "turn", "capture"];

export interface NumberedHint {
    hint: Hint;
    /** The hint's text, as far as it fits the moment. */
    text: string;
    key: string;
    /** Its number among the hints of the same moment, and their count. */
    nth: number;
    of: number;
}

/** Every hint of a game with the key under which the browser stores it. */
export function numbered(game: Pick<Game, "id" | "hints">): NumberedHint[] {
    const label = ({ when }: Hint) => (when.moment === "tray" ? `${when.moment}-${when.tray}` : when.moment);
    return game.hints.map((hint, i) => {
        const alike = (list: Hint[]) => list.filter((other) => label(other) === label(hint)).length;
        const nth = alike(game.hints.slice(0, i + 1));
        return { hint, text: hint.text, key: `${game.id}/${label(hint)}/${nth}`, nth, of: alike(game.hints) };
    });
}

/** The hint to show: not read yet, and of the most specific moment that applies. */
export function dueHint(
    game: Pick<Game, "id" | "hints">,
    now: Situation,
    readHints: ReadonlySet<string>,
): NumberedHint | null {
    const open = numbered(game)
        .filter(({ key, hint }) => !readHints.has(key) && applies(hint.when, now))
        .map((one) => ({ ...one, text: fitHint(one.hint.text, now.scene) }))
        .filter(({ text }) => text !== "");
    const rank = ({ hint }: NumberedHint) => ORDER.indexOf(hint.when.moment);
    return open.reduce<NumberedHint | null>((best, one) => (best && rank(best) <= rank(one) ? best : one), null);
}

function stored(): string[] {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
    } catch {
        return [];
    }
}

/** The keys of the hints that were read in this browser. */
export const readHints = new SvelteSet(typeof localStorage === "undefined" ? [] : stored());

/** The hints of one table. */
export class Hints {
    now = $state.raw<NumberedHint | null>(null);
    #last: { game: Game; situation: Situation } | null = null;

    /** Chooses the hint for a situation; none if no hint fits it. */
    update(game: Game, situation: Situation): void {
        this.#last = { game, situation };
        this.now = settings.hints ? dueHint(game, situation, readHints) : null;
    }

    /** Marks the hint as read and shows the next one, if one applies. */
    done(): void {
        if (!this.now) return;
        readHints.add(this.now.key);
        this.now = null;
        if (this.#last) this.update(this.#last.game, this.#last.situation);
        try {
            localStorage.setItem(KEY, JSON.stringify([...readHints]));
        } catch {
            // Without storage the hint comes again on the next visit.
        }
    }
}

/** Marks all hints as unread. */
export function resetHints(): void {
    readHints.clear();
    try {
        localStorage.removeItem(KEY);
    } catch {
        // Nothing was stored.
    }
}
