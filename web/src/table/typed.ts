/** Actions typed as text. */

import type { Choice } from "../wire/Choice";

/**
 * The action that was typed: exactly, or without regard to upper and lower case where that leaves one, or the only one that
 * begins so.
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
