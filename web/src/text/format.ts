/** Formatting of names, lists, numbers, clocks and dates. */

import { t } from "../messages";

export function capitalised(words: string): string {
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `red, blue and green`. */
export function listed(words: string[]): string {
    return new Intl.ListFormat("en-GB").format(words);
}

/** `1 position`, `2 positions`. */
export function counted(number: number, one: string): string {
    return `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
}

/** Adds a capital at the start and a full stop at the end. */
export function sentence(words: string): string {
    const text = capitalised(words.trim());
    return /[.!?…]$/.test(text) || text === "" ? text : `${text}.`;
}

/** `1`, `½`, `⅓`. */
export function score(value: number): string {
    const known: [number, string][] = [
        [1 / 2, "½"],
        [1 / 3, "⅓"],
        [1 / 4, "¼"],
    ];
    return known.find(([share]) => Math.abs(share - value) < 0.001)?.[1] ?? `${value}`;
}

/** `2:05`, `1:00:00`; tenths under ten seconds. */
export function clockText(milliseconds: number): string {
    const left = Math.max(0, milliseconds);
    const seconds = Math.floor(left / 1000);
    if (seconds >= 2 * 86_400) return t("text-clock-days", { days: Math.floor(seconds / 86_400) });
    const two = (value: number) => `${value}`.padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
    if (left < 10_000) return `0:${two(seconds)}.${Math.floor(left / 100) % 10}`;
    return `${minutes}:${two(seconds % 60)}`;
}

/** The same in whole seconds, rounded up: for countdowns and lists. */
export function wholeClockText(milliseconds: number): string {
    const left = Math.ceil(Math.max(0, milliseconds) / 1000) * 1000;
    return left < 10_000 ? `0:0${left / 1000}` : clockText(left);
}

const DAY = 86_400_000;

/** `today`, `yesterday`, `12 November 2026`. */
export function day(at: number, now = Date.now()): string {
    const start = new Date(now).setHours(0, 0, 0, 0);
    if (at >= start) return t("text-day-today");
    if (at >= start - DAY) return t("text-day-yesterday");
    return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
