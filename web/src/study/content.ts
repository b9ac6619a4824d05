/** What a study holds: the steps, variations and comments of the page as the server stores them, and back. */

import type { Step } from "../review/study.svelte";
import type { Variation } from "../review/variations";
import type { StudyComment, StudyContent } from "../wire";

/** The number of events before a step. A step can have several: those that were taken back are not steps. */
const eventsBefore = (steps: Step[], step: number) => (step === 0 ? 0 : steps[step - 1]!.events.length);

/** The game on the page as a study. */
export function contentOf(
    facts: Pick<StudyContent, "title" | "game" | "position">,
    steps: Step[],
    variations: Variation[],
    comments: StudyComment[],
): StudyContent {
    return {
        ...facts,
        events: steps.at(-1)?.events ?? [],
        variations: variations.map(({ at, actions }) => ({ at: eventsBefore(steps, at), actions })),
        comments,
    };
}

/** The steps of a study: one for each event. */
export const stepsOf = ({ events }: StudyContent): Step[] =>
    events.map((event, i) => ({ version: i + 1, event, events: events.slice(0, i + 1) }));

const samePlace = (comment: StudyComment, at: number, actions: string[]) =>
    comment.at === at && comment.actions.join(" ") === actions.join(" ");

/** The comment on a position; empty if there is none. */
export const commentAt = (comments: StudyComment[], at: number, actions: string[]): string =>
    comments.find((comment) => samePlace(comment, at, actions))?.text ?? "";

/** The comments with another one on a position. An empty one is removed. */
export function withComment(comments: StudyComment[], at: number, actions: string[], text: string): StudyComment[] {
    const rest = comments.filter((comment) => !samePlace(comment, at, actions));
    return text.trim() === "" ? rest : [...rest, { at, actions, text }];
}

/** The comments whose position still exists: a variation may have been deleted. */
export function keptComments(comments: StudyComment[], variations: Variation[]): StudyComment[] {
    const begins = (line: string[], short: string[]) => short.every((action, i) => line[i] === action);
    return comments.filter(
        ({ at, actions }) =>
            actions.length === 0 || variations.some((it) => it.at === at && begins(it.actions, actions)),
    );
}
