/** The trays of a scene (hands, shops, rows of cards), grouped by seat. */

import type { Counter, Scene, Spot } from "../wire";

export interface Tray {
    name: string;
    seat: number | null;
    spots: Spot[];
    /** A hand shows only figures. Other trays also show texts. */
    hand: boolean;
}

/** The trays and counters of one seat, or the shared ones. */
export interface Panel {
    seat: number | null;
    counters: Counter[];
    trays: Tray[];
}

function traysOf(scene: Scene): Tray[] {
    const trays: Tray[] = [];
    for (const spot of scene.spots) {
        const site = spot.site;
        if (site.on !== "tray") continue;
        const tray = trays.find((tray) => tray.name === site.tray && tray.seat === site.seat);
        if (tray) tray.spots.push(spot);
        else trays.push({ name: site.tray, seat: site.seat, spots: [spot], hand: site.tray === "hand" });
    }
    const slot = (spot: Spot) => (spot.site.on === "tray" ? spot.site.slot : 0);
    for (const tray of trays) tray.spots.sort((a, b) => slot(a) - slot(b));
    return trays;
}

/** One panel for each seat that has trays or counters, and one for the shared ones. */
export function panelsOf(scene: Scene): Panel[] {
    const panels: Panel[] = [];
    const panel = (seat: number | null) => {
        const found = panels.find((panel) => panel.seat === seat);
        if (found) return found;
        const made: Panel = { seat, counters: [], trays: [] };
        panels.push(made);
        return made;
    };
    for (const counter of scene.counters) panel(counter.seat).counters.push(counter);
    for (const tray of traysOf(scene)) panel(tray.seat).trays.push(tray);
    return panels;
}

/** The seats that have a hand or a counter. */
export function seatsBeside(scene: Scene): number[] {
    const has = (panel: Panel) => panel.counters.length > 0 || panel.trays.some((tray) => tray.hand);
    return panelsOf(scene)
        .flatMap((panel) => (panel.seat !== null && has(panel) ? [panel.seat] : []))
        .sort();
}
