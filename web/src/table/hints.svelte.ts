/** What a newcomer is told, one thing at a time, at the moment at which it helps; each until it has been read. */

import { SvelteSet } from "svelte/reactivity";
import { settings } from "../settings/settings.svelte";
import type { Game } from "../wire/Game";
import type { Hint } from "../wire/Hint";
import type { Moment } from "../wire/Moment";
import type { Scene } from "../wire/Scene";
import type { Seen } from "../wire/Seen";
import type { Touch } from "../wire/Touch";

const KEY = "menagerie.hints";

/** What is true at a table now. */
export interface Situation {
    /** Whether this person decides. */
    mine: boolean;
    midTurn: boolean;
    /** Whether anything has been captured or has died. */
    captured: boolean;
    scene: Scene;
}

export const situation = (seen: Seen, mine: boolean, captured: boolean): Situation | null =>
    seen.scene && { mine, midTurn: seen.scene.prompt.mid_turn, captured, scene: seen.scene };

function siteOf(scene: Scene, touch: Touch | undefined) {
    if (!touch || touch.touch === "button") return null;
    return scene.spots.find(({ id }) => id === touch.place)?.site ?? null;
}

/** Whether a touch means a cell beside its board. */
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

export function holds(moment: Moment, { mine, midTurn, captured, scene }: Situation): boolean {
    switch (moment.moment) {
        case "turn":
            return mine && !midTurn;
        case "mid-turn":
            return mine && midTurn;
        case "capture":
            return captured;
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

/** The more special a moment is, the sooner it is spoken of. */
const ORDER: Moment["moment"][] = ["tray", "beside", "mid-turn", "turn", "capture"];

export interface Told {
    hint: Hint;
    key: string;
    /** Its number among those of the same moment, and how many they are. */
    nth: number;
    of: number;
}

/** Every hint of a game with its name, under which it is remembered. */
export function named(game: Pick<Game, "id" | "hints">): Told[] {
    const label = ({ when }: Hint) => (when.moment === "tray" ? `${when.moment}-${when.tray}` : when.moment);
    return game.hints.map((hint, i) => {
        const alike = (list: Hint[]) => list.filter((other) => label(other) === label(hint)).length;
        const nth = alike(game.hints.slice(0, i + 1));
        return { hint, key: `${game.id}/${label(hint)}/${nth}`, nth, of: alike(game.hints) };
    });
}

/** The hint that is due: not read yet, and of the most special moment that holds. */
export function due(game: Pick<Game, "id" | "hints">, now: Situation, read: ReadonlySet<string>): Told | null {
    const open = named(game).filter(({ key, hint }) => !read.has(key) && holds(hint.when, now));
    const rank = ({ hint }: Told) => ORDER.indexOf(hint.when.moment);
    return open.reduce<Told | null>((best, one) => (best && rank(best) <= rank(one) ? best : one), null);
}

function stored(): string[] {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
    } catch {
        return [];
    }
}

/** What has been read in this browser, the same for every screen. */
export const read = new SvelteSet(typeof localStorage === "undefined" ? [] : stored());

/** The hints of one table. */
export class Hints {
    now = $state.raw<Told | null>(null);
    #looked: { game: Game; situation: Situation } | null = null;

    /** Looks whether something should be told. What is being told stays, until it is read or something fits better. */
    look(game: Game, situation: Situation): void {
        this.#looked = { game, situation };
        const next = settings.hints ? due(game, situation, read) : null;
        const stays = this.now?.hint.when.moment === "turn" || this.now?.hint.when.moment === "capture";
        if (next || !stays || !settings.hints) this.now = next;
    }

    /** The hint has been read: the next one, if it is time for it. */
    done(): void {
        if (!this.now) return;
        read.add(this.now.key);
        this.now = null;
        if (this.#looked) this.look(this.#looked.game, this.#looked.situation);
        try {
            localStorage.setItem(KEY, JSON.stringify([...read]));
        } catch {
            // Without storage it is told again on the next visit.
        }
    }
}

/** Lets every hint be told again. */
export function tellAgain(): void {
    read.clear();
    try {
        localStorage.removeItem(KEY);
    } catch {
        // Nothing was kept.
    }
}
