/** The built-in endgame tables of the games, if they were built. They are loaded when a search needs them. */

const urls = import.meta.glob<string>("./tables/*.tables", { query: "?url", import: "default", eager: true });

/** The address of a game's tables; undefined for a game without any. The name may have options. */
export function tablesUrl(game: string): string | undefined {
    return urls[`./tables/${game.split(":")[0]}.tables`];
}

/** Levels below this one play without tables: their errors belong to the level. */
const FIRST_LEVEL = 8;

/** Whether a search of this level uses tables. Without a level it has full strength. */
export function usesTables(level: number | null | undefined): boolean {
    return (level ?? FIRST_LEVEL) >= FIRST_LEVEL;
}

const MAGIC = "MENAGTAB";
const HEADER = 40;
const VALUES_AT = 24;
const COMPRESSED_AT = 32;

/**
 * The values of the tables in a file, one table after the other. `docs/reference/endgame-tables.md` has the format. It
 * throws an error if the file is damaged. The module checks the values: their checksum is part of it.
 */
export async function unpackTables(file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const tables = split(file);
    const values = new Uint8Array(tables.reduce((sum, table) => sum + table.values, 0));
    let at = 0;
    for (const table of tables) {
        const unpacked = await inflate(table.compressed);
        if (unpacked.length !== table.values) throw new Error("a table has another length than its header says");
        values.set(unpacked, at);
        at += unpacked.length;
    }
    return values;
}

interface PackedTable {
    values: number;
    compressed: Uint8Array<ArrayBuffer>;
}

function split(file: Uint8Array): PackedTable[] {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const tables: PackedTable[] = [];
    for (let at = 0; at < file.length;) {
        const magic = new TextDecoder().decode(file.subarray(at, at + MAGIC.length));
        if (magic !== MAGIC || at + HEADER > file.length) throw new Error("the file holds no endgame tables");
        const [values, compressed] = [VALUES_AT, COMPRESSED_AT].map((field) =>
            Number(view.getBigUint64(at + field, true)),
        ) as [number, number];
        at += HEADER;
        if (at + compressed > file.length) throw new Error("the file of endgame tables is truncated");
        tables.push({ values, compressed: new Uint8Array(file.subarray(at, at + compressed)) });
        at += compressed;
    }
    return tables;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}
