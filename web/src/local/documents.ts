/**
 * The documents and artwork of the games, which the module does not contain: it has their names instead
 * (`crates/game/src/document.rs`). The build of the page puts the files into the folder `documents`.
 */

/** The texts by their names: `jungle/rules.md`. */
export type Documents = Record<string, string>;
/** The courses by their games. */
export type Courses = Record<string, object>;

const texts = import.meta.glob<string>("./documents/**/*.{md,svg}", { query: "?raw", import: "default", eager: true });
const files = import.meta.glob<object>("./documents/*/lessons.toml", { import: "default", eager: true });

export const documents: Documents = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path.replace("./documents/", ""), text]),
);

export const courses: Courses = Object.fromEntries(
    Object.entries(files).map(([path, course]) => [path.split("/")[2]!, course]),
);

/** An answer with the documents in place of their names. A document that is missing is empty. */
export function withDocuments(body: string, known: Documents = documents): string {
    return body.replace(/"document:menagerie-([\w-]+)\/\.\.\/([\w./-]+)"/g, (_, game: string, file: string) =>
        JSON.stringify(known[`${game}/${file}`] ?? ""),
    );
}
