/** Descriptions of the buttons in the prompt bar. */

import { topicOf } from "../board/explanations";
import { addTouch } from "../board/touches";
import type { Choice, Game, Touch } from "../wire";

type Button = Extract<Touch, { touch: "button" }>;

/** What a button does, in more words than its label. Empty if the game says no more. */
export function buttonDescription(
    game: Pick<Game, "kinds" | "topics">,
    choices: Choice[],
    chosen: Touch[],
    button: Button,
): string {
    const explained = topicOf(game, button.topic) ?? game.kinds.find(({ id }) => id === button.topic);
    if (explained?.text) return explained.text;
    const words = (addTouch(choices, chosen, button).choice ?? addTouch(choices, [], button).choice)?.words ?? "";
    const rest = words.replace(new RegExp(`\\W*\\b${button.label.replaceAll(/\W/g, "\\$&")}\\b\\W*`, "i"), " ").trim();
    // `promote to Knight` says no more than the label.
    if (rest.split(/\s+/).length <= 2) return "";
    return words.toLowerCase().startsWith(button.label.toLowerCase()) ? rest : words;
}
