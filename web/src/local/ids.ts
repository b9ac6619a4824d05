/** Tells the tables of this browser from those of a server. */

/** Ids of a server have no hyphen. `crates/browser/src/create.rs` has the same prefix. */
const PREFIX = "local-";

export const isLocalTable = (id: string) => id.startsWith(PREFIX);

/** The path of a call about a table of this browser. */
export const isLocalPath = (path: string) => path.startsWith(`/api/tables/${PREFIX}`);
