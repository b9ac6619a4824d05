/** Fits a hint to the moment: leaves out what the prompt says and buttons that are not on the screen. */

import type { Scene } from "../wire";

const significant = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);

/** Whether most of a sentence's words are in the prompt. */
function repeats(sentence: string, prompt: Set<string>): boolean {
    const words = [...significant(sentence)];
    return words.length > 1 && words.filter((word) => prompt.has(word)).length >= words.length * 0.6;
}

/** Whether a sentence names a button (`press Stop here`) that is not on the screen. */
function namesMissingButton(sentence: string, labels: string[]): boolean {
    const named = [...sentence.matchAll(/\b(?:press|button) (?:the )?["“]?([A-Z]\w+)/g)].map(([, word]) => word!);
    return named.some((word) => !labels.some((label) => label.startsWith(word)));
}

/** Whether a sentence says what the prompt bar says in the middle of a turn, with "Still your turn". */
const saysTurnGoesOn = (sentence: string) => /\bbefore (?:this|your|the) turn ends\b/.test(sentence);
/** Whether a sentence speaks of highlighted places. */
const namesHighlights = (sentence: string) => /\b(?:marked|highlighted|glows?)\b/.test(sentence);

/** The sentences of a hint that help now. Empty if none does. */
export function fitHint(text: string, { prompt, choices }: Pick<Scene, "prompt" | "choices">): string {
    const labels = choices.flatMap(({ touches }) =>
        touches.flatMap((touch) => (touch.touch === "button" ? [touch.label] : [])),
    );
    const asked = significant(prompt.text);
    const highlights = choices.length === 0 || choices.some(({ touches }) => touches[0]?.touch !== "button");
    // The prompt bar says "Still your turn".
    const rest = prompt.mid_turn ? text.replace(/^Your turn (?:goes on|is not over)[:.] /, "") : text;
    return rest
        .split(/(?<=[.!?]) (?=\p{Lu})/u)
        .filter((sentence) => !repeats(sentence, asked) && !namesMissingButton(sentence, labels))
        .filter((sentence) => !prompt.mid_turn || !saysTurnGoesOn(sentence))
        .filter((sentence) => highlights || !namesHighlights(sentence))
        .map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1))
        .join(" ");
}
