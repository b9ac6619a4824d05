/** Finds the action that the player typed. */

import type { Choice } from "../wire";

/**
 * The action with exactly this text; else the only one that matches without upper and lower case; else the only one that
 * begins with the text.
 */
export function typedChoice(choices: Choice[], typed: string): Choice | undefined {
    const lower = typed.toLowerCase();
    const only = (found: Choice[]) => (found.length === 1 ? found[0] : undefined);
    const same = choices.filter(({ action }) => action.toLowerCase() === lower);
    return (
        choices.find(({ action }) => action === typed) ??
        only(same) ??
        (same.length > 1 ? undefined : only(choices.filter(({ action }) => action.toLowerCase().startsWith(lower))))
    );
}
