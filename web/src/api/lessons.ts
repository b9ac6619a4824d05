/** HTTP calls about the courses. */

import type { Course, CourseSummary, LessonProgress, LessonRequest, LessonResponse } from "../wire";
import { encoded, get, post, put } from "./http";

/** The contents of all courses. */
export const courses = () => get<CourseSummary[]>("/api/lessons");
export const course = (game: string) => get<Course>(`/api/lessons/${encoded(game)}`);

/** A level after the learner's actions. The server keeps nothing between calls. */
export const playLevel = (game: string, level: string, body: LessonRequest) =>
    post<LessonResponse>(`/api/lessons/${encoded(game)}/${encoded(level)}`, body);

/** Merges stars into those of the account and returns the result. */
export const mergeProgress = (progress: LessonProgress) => put<LessonProgress>("/api/account/lessons", progress);
