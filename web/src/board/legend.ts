/** The legend of a board: the badges, pieces and squares that are on it now, with their names and explanations. */

import type { Badge, Game, Kind, Piece, Scene, Terrain } from "../wire";
import { sentence } from "../text/format";
import { topicOf } from "./explanations";

export interface Legend {
    /** Badges that mean the same are together: ranks from 1 to 8. */
    badges: { name: string; text: string; badges: Badge[] }[];
    /** Kinds of pieces and items, each with one piece to draw. */
    kinds: { kind: Kind; piece: Piece }[];
    /** Squares by name. A name may have several colours. */
    squares: { name: string; text: string; terrains: Terrain[] }[];
}

export function legendOf(game: Pick<Game, "kinds" | "terrains" | "topics">, scene: Scene): Legend {
    const onPlane = new Set(scene.spots.filter(({ site }) => site.on === "plane").map(({ id }) => id));
    const pieces = scene.pieces.filter(({ at }) => onPlane.has(at));
    const badges = new Map(pieces.flatMap(({ badges }) => badges.map((badge) => [`${badge.id} ${badge.mark}`, badge])));
    const kinds = game.kinds.flatMap((kind) => {
        const piece = pieces.find((piece) => piece.kind === kind.id);
        return piece ? [{ kind, piece: { ...piece, size: 1, count: 1, badges: [] } }] : [];
    });
    const used = new Set(scene.spots.filter(({ id }) => onPlane.has(id)).map(({ terrain }) => terrain));
    const squares = new Map<string, Terrain[]>();
    for (const terrain of game.terrains.filter(({ id }) => used.has(id)))
        squares.set(terrain.name, [...(squares.get(terrain.name) ?? []), terrain]);
    return {
        badges: groups([...badges.values()], game),
        kinds,
        squares: [...squares].map(([name, terrains]) => ({
            name,
            text: sentence(terrains.find(({ text }) => text)?.text ?? ""),
            terrains,
        })),
    };
}

function groups(badges: Badge[], game: Pick<Game, "topics">): Legend["badges"] {
    const ids = [...new Set(badges.map(({ id }) => id))].sort();
    return ids.map((id) => {
        const same = badges.filter((badge) => badge.id === id).sort((a, b) => a.mark.localeCompare(b.mark));
        const topic = topicOf(game, id);
        const name = same.length > 1 ? (topic?.name ?? same[0]!.label) : same[0]!.label;
        return { name, text: sentence(topic?.text ?? ""), badges: same };
    });
}
