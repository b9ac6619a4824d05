/** The decisions of a game: what one player did in one turn without a random event in between. */

export interface Decision {
    turn: number;
    /** The seat that acted. */
    by: string;
    /** The number of steps before its first action and after its last one. */
    from: number;
    to: number;
    actions: string[];
}

/** An entry of the log, in the order of the game's steps. */
export interface DecisionEntry {
    turn: number;
    by: string;
    event: string;
}

/** Chance, resignations and actions that are still secret are no decisions. */
const isDecided = ({ by, event }: DecisionEntry) => by !== "chance" && !event.startsWith("!") && event !== "@?";

/** Joins the actions of a turn, so that the turn is judged as a whole. */
export function decisionsOf(entries: DecisionEntry[]): Decision[] {
    const decisions: Decision[] = [];
    for (const [step, entry] of entries.entries()) {
        if (!isDecided(entry)) continue;
        const { turn, by, event } = entry;
        const last = decisions.at(-1);
        if (last?.turn === turn && last.by === by && last.to === step) {
            last.actions.push(event);
            last.to = step + 1;
        } else decisions.push({ turn, by, from: step, to: step + 1, actions: [event] });
    }
    return decisions;
}
