/** The computer's opinion of every turn of a game, asked for one after the other in the background. */

import { analyse, look } from "../api/http";
import type { Ended } from "../wire/Ended";
import type { Thought } from "../wire/Thought";

/** A point of the game at which an opinion is asked for. */
export interface Moment {
    /** Steps of the game before it. */
    step: number;
    events: string[];
    /** The turn that led to it, and who played it; nothing at the start. */
    turn: number | null;
    by: string | null;
}

/** What the seats can expect at a moment. */
export interface Opinion {
    moment: Moment;
    /** By seat, from 0 to 1; nothing where chance decides. */
    shares: Map<string, number> | null;
}

/** How much a turn changed what its player can expect. */
export interface Swing {
    turn: number;
    step: number;
    by: number;
}

/** For each turn, in milliseconds. */
const THINK = 250;
/** Smaller changes are noise. */
const LEAST = 0.12;
const MOST = 5;

export class Swings {
    opinions = $state.raw<Opinion[]>([]);
    running = $state(false);
    trouble = $state("");
    #stop = new AbortController();

    /** The largest changes, by turn. */
    largest = $derived(new Map(largest(this.opinions).map((swing) => [swing.turn, swing])));

    async start(game: string, position: string | null, moments: Moment[], ended: Ended | null): Promise<void> {
        this.stop();
        this.#stop = new AbortController();
        const { signal } = this.#stop;
        this.opinions = [];
        this.trouble = "";
        this.running = true;
        try {
            for (const moment of moments) {
                const last = ended !== null && moment === moments.at(-1);
                const shares = last ? new Map(ended.scores) : await opinion(game, position, moment, signal);
                if (signal.aborted) return;
                this.opinions = [...this.opinions, { moment, shares }];
            }
        } catch (error) {
            if (!signal.aborted) this.trouble = (error as Error).message;
        } finally {
            if (!signal.aborted) this.running = false;
        }
    }

    stop(): void {
        this.#stop.abort();
        this.running = false;
    }
}

async function opinion(
    game: string,
    position: string | null,
    { events }: Moment,
    signal: AbortSignal,
): Promise<Map<string, number> | null> {
    const looked = await look({ game, position, events, actions: [], explain: null });
    if (looked.ended) return new Map(looked.ended.scores);
    if (looked.actor === "chance" || signal.aborted) return null;
    let last: Thought | null = null;
    const wanted = { game, position: looked.position, lines: 1, time: THINK };
    await analyse(wanted, (thought) => (last = thought), signal);
    const { seats = [], lines = [] } = (last as Thought | null) ?? {};
    return new Map(seats.map((seat, i) => [seat, lines[0]?.expected[i] ?? 0]));
}

/** The turns that changed most for whoever played them, largest first. */
export function largest(opinions: Opinion[]): Swing[] {
    const swings: Swing[] = [];
    let before: Map<string, number> | null = null;
    for (const { moment, shares } of opinions) {
        if (!shares) continue;
        const { by, turn, step } = moment;
        if (before && by !== null && turn !== null && shares.has(by))
            swings.push({ turn, step, by: shares.get(by)! - (before.get(by) ?? 0) });
        before = shares;
    }
    const size = (swing: Swing) => Math.abs(swing.by);
    return swings
        .filter((swing) => size(swing) >= LEAST)
        .sort((a, b) => size(b) - size(a))
        .slice(0, MOST);
}
