/** The tables of this browser in its IndexedDB, so that a reload loses nothing. */

/** What the local server asked to keep of a table. */
export interface SavedTable {
    id: string;
    created: number;
    events: [text: string, at: number][];
}

const STORE = "tables";
/** The oldest tables beyond this number are deleted. */
const MOST = 200;

function opened(): Promise<IDBDatabase> {
    return new Promise((done, failed) => {
        const request = indexedDB.open("menagerie", 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error ?? new Error("IndexedDB"));
    });
}

const finished = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error ?? new Error("IndexedDB"));
    });

let database: Promise<IDBDatabase> | null = null;

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    database ??= opened();
    return (await database).transaction(STORE, mode).objectStore(STORE);
}

/** All tables, the oldest first. Nothing in a browser without a database, as in some private windows. */
export async function savedTables(): Promise<SavedTable[]> {
    try {
        const tables = (await finished((await store("readonly")).getAll())) as SavedTable[];
        tables.sort((a, b) => a.created - b.created);
        const old = tables.splice(0, Math.max(0, tables.length - MOST));
        if (old.length > 0) {
            const tables = await store("readwrite");
            for (const { id } of old) tables.delete(id);
        }
        return tables;
    } catch {
        return [];
    }
}

/** Whether a log goes on where the other one ends. Events have times, so two tabs never write the same one. */
export function continues({ events }: SavedTable, known: SavedTable): boolean {
    const last = known.events.length - 1;
    return last < 0 || JSON.stringify(events[last]) === JSON.stringify(known.events[last]);
}

/**
 * Keeps a table. If another tab has kept a different continuation first, nothing is kept, and the result is what that tab
 * kept. The match goes on where keeping fails; it is lost with the page then.
 */
export async function saveTable(table: SavedTable): Promise<SavedTable | null> {
    try {
        const tables = await store("readwrite");
        const known = (await finished(tables.get(table.id))) as SavedTable | undefined;
        if (known && !continues(table, known)) return known;
        await finished(tables.put(table));
    } catch {
        // No room, or no database.
    }
    return null;
}
