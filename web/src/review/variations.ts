/** Variations: stored in this browser, and part of review links. */

export interface Variation {
    /** The step of the game after which it begins. */
    at: number;
    actions: string[];
}

const KEY = "menagerie.lines";
/** The most games whose variations are stored. */
const MOST = 40;

function all(): Record<string, Variation[]> {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Variation[]>;
    } catch {
        return {};
    }
}

export function loadVariations(key: string): Variation[] {
    return all()[key] ?? [];
}

export function saveVariations(key: string, variations: Variation[]): void {
    const rest = Object.entries(all()).filter(([other]) => other !== key);
    const wanted: [string, Variation[]][] = variations.length > 0 ? [[key, variations]] : [];
    try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...rest, ...wanted].slice(-MOST))));
    } catch {
        // Without storage the variations last until the page is closed.
    }
}

/** The query of a review link: the step and the variation. */
export function reviewQuery(at: number, shown: string[]): string {
    const parts = new URLSearchParams();
    if (at > 0) parts.set("at", `${at}`);
    if (shown.length > 0) parts.set("line", shown.join(" "));
    return parts.size > 0 ? `?${parts}` : "";
}

/** Reads the query of a review link. */
export function readReviewQuery(search: string): { at: number | null; line: string[]; practise: string | null } {
    const parts = new URLSearchParams(search);
    const at = Number(parts.get("at") ?? NaN);
    return {
        at: Number.isInteger(at) && at >= 0 ? at : null,
        line: parts.get("line")?.split(" ").filter(Boolean) ?? [],
        /** The seat whose mistakes the player wants to practise with. */
        practise: parts.get("practise"),
    };
}
