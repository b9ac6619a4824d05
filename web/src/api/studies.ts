/** HTTP calls about studies. */

import type { ChangeStudy, SavedStudy, Study, StudyContent, StudySummary } from "../wire";
import { call, encoded, get, post } from "./http";

const path = (id: string) => `/api/studies/${encoded(id)}`;

/** A guest shows the token of the study; a session is shown by its cookie. */
const headers = (token: string | null): Record<string, string> =>
    token === null ? {} : { authorization: `Bearer ${token}` };

export const createStudy = (content: StudyContent) => post<SavedStudy>("/api/studies", content);
export const readStudy = (id: string) => get<Study>(path(id));
export const ownStudies = () => get<StudySummary[]>("/api/account/studies");

export async function changeStudy(id: string, body: ChangeStudy, token: string | null): Promise<Study> {
    const init = { method: "PUT", headers: { "content-type": "application/json", ...headers(token) } };
    return (await (await call(path(id), { ...init, body: JSON.stringify(body) })).json()) as Study;
}

export const deleteStudy = (id: string, token: string | null) =>
    call(path(id), { method: "DELETE", headers: headers(token) });
