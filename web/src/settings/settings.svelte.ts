/** The player's settings, in the browser's local storage. */

export const THEMES = ["auto", "light", "dark"] as const;
/** The board themes. Walnut has the game's own colours. */
export const BOARDS = ["walnut", "slate", "moss", "plum", "paper", "contrast"] as const;
export const COMPUTERS = ["browser", "server"] as const;
export const PIECES = ["carved", "flat", "letters"] as const;

export interface Settings {
    theme: (typeof THEMES)[number];
    board: (typeof BOARDS)[number];
    pieces: (typeof PIECES)[number];
    /** Marks on pieces that show how they move, in games that have them. */
    moveMarks: boolean;
    /** Whether there are sounds at all; the switches below choose among them. */
    sounds: boolean;
    /** From 0 to 100. */
    volume: number;
    soundMoves: boolean;
    soundCaptures: boolean;
    soundTurn: boolean;
    soundClock: boolean;
    soundChat: boolean;
    motion: boolean;
    /** How long the board shows each action of another player. */
    pace: "instant" | "normal" | "slow";
    hints: boolean;
    /** Opens the card of what the mouse rests on. */
    explanations: boolean;
    /** Shows the effects of every turn in the move list. */
    effects: boolean;
    /** Shows the computer's best actions as arrows in reviews and the board editor. */
    arrows: boolean;
    /** On a shared screen, turns the board to the player to move. */
    rotate: boolean;
    /** On a shared screen, covers the board between turns if the game hides something. */
    covers: boolean;
    /** Whether the browser shows a notification when it is the player's turn and the tab is hidden. */
    notifications: boolean;
    /** Where games against the computer and analyses run, if the page was built with its local server. */
    computer: (typeof COMPUTERS)[number];
    name: string;
}

/** The switches for groups of sounds. */
export type SoundSwitch = "soundMoves" | "soundCaptures" | "soundTurn" | "soundClock" | "soundChat";

const DEFAULTS: Settings = {
    theme: "auto",
    board: "walnut",
    pieces: "carved",
    moveMarks: true,
    sounds: true,
    volume: 80,
    soundMoves: true,
    soundCaptures: true,
    soundTurn: true,
    soundClock: true,
    soundChat: true,
    motion: true,
    pace: "normal",
    hints: true,
    explanations: true,
    effects: false,
    arrows: true,
    rotate: false,
    covers: true,
    notifications: false,
    computer: "browser",
    name: "",
};
const KEY = "menagerie.settings";

/** The settings in a stored text. What is missing or unknown, as from another version, gets its default. */
export function parseSettings(text: string | null): Settings {
    try {
        const found = { ...DEFAULTS, ...(JSON.parse(text ?? "{}") as Partial<Settings>) };
        const known = <Value extends string>(list: readonly Value[], value: Value, other: Value) =>
            list.includes(value) ? value : other;
        return {
            ...found,
            theme: known(THEMES, found.theme, DEFAULTS.theme),
            board: known(BOARDS, found.board, DEFAULTS.board),
            pieces: known(PIECES, found.pieces, DEFAULTS.pieces),
            computer: known(COMPUTERS, found.computer, DEFAULTS.computer),
            volume: Number.isFinite(found.volume) ? Math.min(100, Math.max(0, found.volume)) : DEFAULTS.volume,
        };
    } catch {
        return { ...DEFAULTS };
    }
}

/** The stored text; nothing where the browser forbids storage. */
function stored(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

export const settings: Settings = $state(parseSettings(typeof localStorage === "undefined" ? null : stored()));

/** Stores the settings and applies the themes. Call it once, inside an effect. */
export function applySettings(): void {
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.board = settings.board;
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // Without storage the settings last until the page is closed.
    }
}

/** Whether moves are animated. */
export function animationsOn(): boolean {
    return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Milliseconds for each action of another player. */
export const PACES: Record<Settings["pace"], number> = { instant: 0, normal: 600, slow: 1200 };

/** The chosen pace; 0 in a hidden tab. */
export function pace(): number {
    const hidden = typeof document !== "undefined" && document.hidden;
    return hidden ? 0 : PACES[settings.pace];
}

/** Whether the page uses the dark theme now. */
export function isDark(): boolean {
    return settings.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
}
