/** The files that a search uses if they arrive in time: nets and endgame tables. */

/** A file that was asked for. */
export interface LoadedFile {
    /** Null where it cannot be loaded or read. */
    bytes: Promise<Uint8Array | null>;
    /** Whether a search has waited for it in vain. No later one waits. */
    late: boolean;
}

/** The files that were asked for, by address. */
export type LoadedFiles = Map<string, LoadedFile>;

/** A file that is loaded once. If that fails, the search does without it and the next one tries again. */
export function loadedOnce(
    files: LoadedFiles,
    url: string | undefined,
    read: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array> = (bytes) => bytes,
): LoadedFile | null {
    if (!url) return null;
    const found = files.get(url);
    if (found) return found;
    const bytes = fetch(url)
        .then(async (response) => {
            if (!response.ok) throw new Error(`status ${response.status}`);
            return await read(new Uint8Array(await response.arrayBuffer()));
        })
        .catch((error: unknown) => {
            console.warn(url, error);
            return null;
        });
    const file = { bytes, late: false };
    files.set(url, file);
    void bytes.then((loaded) => loaded ?? files.delete(url));
    return file;
}

/** How long the first search waits for a file. If it arrives later, it serves the next search. */
export const FILE_WAIT_MS = 1500;

/** The file, or null if it does not arrive in time. */
export function inTime(file: LoadedFile | null): Promise<Uint8Array | null> {
    if (!file) return Promise.resolve(null);
    if (file.late) return Promise.race([file.bytes, Promise.resolve(null)]);
    return new Promise((done) => {
        const timer = setTimeout(() => {
            file.late = true;
            done(null);
        }, FILE_WAIT_MS);
        void file.bytes.then((bytes) => {
            clearTimeout(timer);
            done(bytes);
        });
    });
}
