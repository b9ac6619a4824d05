/** The slots of a shop or a row of cards as texts: name, description, price, and why a slot cannot be chosen. */

import type { Counter, Game, Spot } from "../wire";
import { t } from "../messages";
import { capitalised, sentence } from "../text/format";
import { topicOf } from "./explanations";

export interface TrayEntry {
    name: string;
    text: string;
    /** In coins; null for what costs nothing. */
    price: number | null;
    /** Why it cannot be chosen now; empty if it can, or if no reason is known. */
    locked: string;
}

export function entryOf(game: Pick<Game, "topics">, spot: Spot): TrayEntry {
    const { name, text } = topicOf(game, spot.topic) ?? { name: spot.label, text: "" };
    return {
        name: capitalised(name),
        text: sentence(text),
        price: spot.price ?? null,
        locked: sentence(spot.locked ?? ""),
    };
}

/** The coins of a seat. Null if the counters do not say. */
export function coinsOf(counters: Counter[], seat: number): number | null {
    return counters.find((counter) => counter.seat === seat && counter.name === "coins")?.value ?? null;
}

/** For screen readers: `Trap, 6 coins, you can buy it. Plant a Secret Trap.` */
export function entryWords({ name, text, price, locked }: TrayEntry, open: boolean): string {
    const state = open ? (price === null ? t("board-square-open") : t("board-entry-open")) : "";
    const cost = price === null ? "" : t("board-entry-price", { price });
    return [sentence([name, cost, state].filter(Boolean).join(", ")), open ? "" : locked, text]
        .filter(Boolean)
        .join(" ");
}
