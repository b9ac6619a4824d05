/** The offer of a course to a newcomer: once for each game, at the first table in this browser. */

const KEY = "menagerie.lessons.offers";
/** Instead of a table: the learner has answered. */
const ANSWERED = "answered";

/** By game: the table at which its course is offered, or that the learner has answered. */
type Offers = Record<string, string>;

function stored(): Offers {
    try {
        return { ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Offers) };
    } catch {
        return {};
    }
}

/** Returns whether the offer is stored: without storage it would come back at every table. */
function store(game: string, value: string): boolean {
    try {
        localStorage.setItem(KEY, JSON.stringify({ ...stored(), [game]: value }));
        return true;
    } catch {
        return false;
    }
}

/** Whether to offer the course of a game at a table. The first table that asks is the only one. */
export function isOffered(game: string, table: string): boolean {
    const known = stored()[game];
    return known === undefined ? store(game, table) : known === table;
}

/** The learner answered, or has opened the course: no table offers it again. */
export const closeOffer = (game: string): void => void store(game, ANSWERED);
