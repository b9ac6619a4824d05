/** The studies that a guest has saved in this browser: the tokens that may change them. */

const KEY = "menagerie.studies";
/** The most tokens that are kept. */
const MOST = 200;

function all(): Record<string, string> {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
    } catch {
        return {};
    }
}

export const studyToken = (id: string): string | null => all()[id] ?? null;

export function keepStudyToken(id: string, token: string | null): void {
    const rest = Object.entries(all()).filter(([other]) => other !== id);
    const kept = token === null ? rest : [...rest, [id, token] as const];
    try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept.slice(-MOST))));
    } catch {
        // Without storage this browser cannot change the study later.
    }
}
