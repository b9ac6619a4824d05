/** The files that a search uses if they arrive in time: nets and endgame tables. */

/** The files that were asked for, by address. */
export type LoadedFiles = Map<string, Promise<Uint8Array | null>>;

/** A file that is loaded once. Null where it cannot be loaded or read: the search does without, the next one tries again. */
export function loadedOnce(
    files: LoadedFiles,
    url: string | undefined,
    read: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array> = (bytes) => bytes,
): Promise<Uint8Array | null> {
    if (!url) return Promise.resolve(null);
    const found = files.get(url);
    if (found) return found;
    const loaded = fetch(url)
        .then(async (response) => {
            if (!response.ok) throw new Error(`status ${response.status}`);
            return await read(new Uint8Array(await response.arrayBuffer()));
        })
        .catch((error: unknown) => {
            console.warn(url, error);
            return null;
        });
    files.set(url, loaded);
    void loaded.then((file) => file ?? files.delete(url));
    return loaded;
}

/** How long a search waits for its files. One that arrives later serves the next search. */
export const FILE_WAIT_MS = 1500;

/** The file, or null if it does not arrive in time. */
export function inTime(file: Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    return new Promise((done) => {
        const timer = setTimeout(() => done(null), FILE_WAIT_MS);
        void file.then((bytes) => {
            clearTimeout(timer);
            done(bytes);
        });
    });
}
