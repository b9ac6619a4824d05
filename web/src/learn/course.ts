/** Where a learner stands in a course. */

import type { Course, CourseSummary, Level, LevelSummary } from "../wire";

/** The stars of a level solved without a missed try and without a hint. */
export const MOST_STARS = 3;
/** Minutes that a newcomer needs for one level, on average. */
const MINUTES_PER_LEVEL = 0.4;

/** The stars of a solved level. Refusals cost nothing. The server and the terminal count in the same way. */
export const starsFor = (misses: number, hints: number): number => Math.max(1, MOST_STARS - misses - hints);

/** A level with its chapter and its number in the course, from 1 on. */
export interface Station {
    level: Level;
    chapter: string;
    number: number;
}

export const stationsOf = (course: Course): Station[] =>
    course.chapters
        .flatMap(({ title, levels }) => levels.map((level) => ({ level, chapter: title })))
        .map((station, index) => ({ ...station, number: index + 1 }));

/** The first level without stars; null if the learner has solved all of them. */
export const firstUnsolved = <T extends LevelSummary>(levels: T[], stars: Record<string, number>): T | null =>
    levels.find(({ id }) => !stars[id]) ?? null;

/** How long a course takes, in minutes: above ten rounded to five. */
export function minutesFor({ chapters }: CourseSummary): number {
    const minutes = chapters.reduce((sum, { levels }) => sum + levels.length, 0) * MINUTES_PER_LEVEL;
    return minutes > 10 ? Math.round(minutes / 5) * 5 : Math.max(1, Math.round(minutes));
}

/** The text of a level in two parts: what to know, and its last line, which says what to do. */
export function textAndTask(text: string): { text: string; task: string } {
    const lines = text.trim().split(/\s*\n\s*/);
    const last = lines.pop()!;
    // A line that only goes on with the one before is no task; its last sentence is.
    const cut = /^[A-Z0-9"“]/.test(last) ? 0 : Math.max(0, last.lastIndexOf(". ") + 2);
    return { text: [...lines, last.slice(0, cut).trim()].filter(Boolean).join(" "), task: last.slice(cut) };
}
