/** Lines of one's own: kept in this browser, and carried by links. */

export interface Variation {
    /** The step of the game after which it begins. */
    at: number;
    actions: string[];
}

const KEY = "menagerie.lines";
/** Games whose lines are remembered. */
const MOST = 40;

function all(): Record<string, Variation[]> {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Variation[]>;
    } catch {
        return {};
    }
}

export function kept(key: string): Variation[] {
    return all()[key] ?? [];
}

export function keep(key: string, variations: Variation[]): void {
    const rest = Object.entries(all()).filter(([other]) => other !== key);
    const wanted: [string, Variation[]][] = variations.length > 0 ? [[key, variations]] : [];
    try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...rest, ...wanted].slice(-MOST))));
    } catch {
        // A browser that keeps nothing still shows them until the page is closed.
    }
}

/** Where one stands, as the part of an address after `?`. */
export function search(at: number, shown: string[]): string {
    const parts = new URLSearchParams();
    if (at > 0) parts.set("at", `${at}`);
    if (shown.length > 0) parts.set("line", shown.join(" "));
    return parts.size > 0 ? `?${parts}` : "";
}

/** What an address says about where to stand. */
export function place(search: string): { at: number | null; line: string[] } {
    const parts = new URLSearchParams(search);
    const at = Number(parts.get("at") ?? NaN);
    return {
        at: Number.isInteger(at) && at >= 0 ? at : null,
        line: parts.get("line")?.split(" ").filter(Boolean) ?? [],
    };
}
