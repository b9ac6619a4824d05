/** The content of explanation cards: what stands at a place, its badges in words, its square or slot, and the rules. */

import type { Badge, Diagram, Game, Piece, Place, Scene, Spot, Terrain } from "../wire";
import { t } from "../messages";
import { capitalised, sentence } from "../text/format";
import { pieceName, placeName } from "./describe";
import { piecesByPlace } from "./geometry";

type Facts = Pick<Game, "id" | "kinds" | "seats" | "terrains" | "topics">;

/** One thing at a place: a piece, an item, a slot or a square. */
export interface Subject {
    name: string;
    text: string;
    /** The id of its rule; null if the game names none. */
    rule: string | null;
    piece: Piece | null;
    terrain: Terrain | null;
    diagram: Diagram | null;
    badges: { badge: Badge; text: string }[];
    /** Its price, its stock, and why it cannot be bought now. */
    notes: string[];
}

export interface Explanation {
    place: Place;
    /** The place in words: `e4`. */
    where: string;
    /** From top to bottom; at least one. */
    subjects: Subject[];
}

export const topicOf = ({ topics }: Pick<Game, "topics">, id: string | undefined) =>
    id === undefined ? undefined : topics.find((topic) => topic.id === id);

/** Games name the anchor of a heading; links name the game, too. */
const ruleId = ({ id }: Pick<Game, "id">, anchor: string | undefined) => (anchor ? `${id}/${anchor}` : null);

/** Null if there is nothing to say about a place. */
export function explanationOf(game: Facts, scene: Scene, place: Place): Explanation | null {
    const spot = scene.spots.find(({ id }) => id === place);
    if (!spot) return null;
    // The piece in a priced slot is only its price.
    const here = spot.price === undefined ? piecesAt(scene, place) : [];
    // Plain ground below a piece is not worth a line.
    const ground = here.length === 0 || isSpecial(game, spot) ? spotSubject(game, spot) : null;
    const subjects = [...here.reverse().map((piece) => pieceSubject(game, piece)), ...(ground ? [ground] : [])];
    return subjects.length > 0 ? { place, where: placeName(scene, place), subjects } : null;
}

const piecesAt = (scene: Scene, place: Place) =>
    (piecesByPlace(scene).get(place) ?? []).filter(({ count }) => count > 0);

/** Whether something stands or lies on a square that the seat does not move; null is a seat that moves nothing. */
export function isForeign(scene: Scene, place: Place, seat: number | null): boolean {
    const onBoard = scene.spots.find(({ id }) => id === place)?.site.on === "plane";
    const top = piecesAt(scene, place).at(-1);
    return onBoard && top !== undefined && (seat === null || top.controller !== seat);
}

/** Whether the pointer opens a card there. Plain squares stay calm: only a key or a long press explains them. */
export function isRemarkable(game: Facts, scene: Scene, place: Place): boolean {
    const spot = scene.spots.find(({ id }) => id === place);
    if (!spot) return false;
    return piecesAt(scene, place).length > 0 || isSpecial(game, spot);
}

/** Slots, and squares with a drawing on them: water, a den, a jail cell. */
const isSpecial = (game: Facts, spot: Spot) =>
    spot.topic !== undefined || Boolean(game.terrains.find(({ id }) => id === spot.terrain)?.art);

function pieceSubject(game: Facts, piece: Piece): Subject {
    const kind = game.kinds.find(({ id }) => id === piece.kind);
    return {
        name: capitalised(pieceName(game, piece)),
        text: sentence(kind?.text ?? ""),
        rule: ruleId(game, kind?.rule),
        piece,
        terrain: null,
        diagram: kind?.diagram ?? null,
        badges: piece.badges.map((badge) => ({ badge, text: sentence(topicOf(game, badge.id)?.text ?? "") })),
        notes: [],
    };
}

/** The slot or the square itself. */
function spotSubject(game: Facts, spot: Spot): Subject | null {
    const topic = topicOf(game, spot.topic) ?? (spot.site.on === "tray" ? topicOf(game, spot.site.tray) : undefined);
    const terrain = game.terrains.find(({ id }) => id === spot.terrain) ?? null;
    const { name, text, rule } = topic ?? terrain ?? {};
    const notes = spotNotes(spot);
    if (!name || (!text && notes.length === 0)) return null;
    return {
        name: capitalised(name),
        text: sentence(text ?? ""),
        rule: ruleId(game, rule),
        piece: null,
        terrain: topic ? null : terrain,
        diagram: null,
        badges: [],
        notes,
    };
}

function spotNotes({ price, count, locked }: Spot): string[] {
    const cost = price === undefined ? "" : t("board-entry-price", { price });
    return [
        // The reason may name the price: `Costs 8 coins; you have 7.`
        price === undefined || locked?.includes(cost) ? "" : t("board-card-price", { price }),
        count === undefined ? "" : t("board-card-stock", { count }),
        locked === undefined ? "" : sentence(locked),
    ].filter(Boolean);
}

/** The explanation in one line, without what lies below the first subject. */
export function summary({ subjects }: Explanation): { name: string; text: string } {
    const { name, text, badges, notes } = subjects[0]!;
    // A kind's text may name its badge: `Rank 5. It steps one square.`
    const marks = badges.map(({ badge }) => sentence(badge.label)).filter((label) => !text.includes(label));
    return { name, text: [...marks, text, ...notes].filter(Boolean).join(" ") };
}
