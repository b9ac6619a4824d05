/** What a person has set, kept in this browser. */

export interface Settings {
    theme: "auto" | "light" | "dark";
    board: "walnut" | "slate" | "moss" | "paper";
    pieces: "carved" | "flat" | "letters";
    sounds: boolean;
    motion: boolean;
    hints: boolean;
    /** Turns the board to whoever acts when several share a screen. */
    rotate: boolean;
    /** Covers the board between two people at one screen, where something is hidden. */
    covers: boolean;
    name: string;
}

const DEFAULTS: Settings = {
    theme: "auto",
    board: "walnut",
    pieces: "carved",
    sounds: true,
    motion: true,
    hints: true,
    rotate: false,
    covers: true,
    name: "",
};
const KEY = "menagerie.settings";

function stored(): Settings {
    try {
        return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
    } catch {
        return DEFAULTS;
    }
}

export const settings: Settings = $state(typeof localStorage === "undefined" ? DEFAULTS : stored());

/** Keeps the settings and puts the themes onto the page; call once, inside an effect. */
export function apply(): void {
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.board = settings.board;
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // A browser that keeps nothing still plays.
    }
}

/** Whether pieces glide. */
export function moves(): boolean {
    return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether the page is dark now. */
export function darkNow(): boolean {
    return settings.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
}
