/** A scene as a self-contained SVG document, for keeping: the boards with their pieces. */

import type { Game } from "../wire/Game";
import type { Piece } from "../wire/Piece";
import type { Scene } from "../wire/Scene";
import { hasArt, kindSymbol, terrainSymbol } from "./art";
import { badgeColour, css, darker, ink, mixed, read } from "./colours";
import { BAND, block, type Box, layoutPlanes, type PlaneLayout, type Turn } from "./geometry";
import { outline, room, seen } from "./shapes";

const CELL = 64;
const GAP = 0.4;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const rect = ({ x, y, w, h }: Box, rest: string) =>
    `<rect x="${x * CELL}" y="${y * CELL}" width="${w * CELL}" height="${h * CELL}" ${rest}/>`;
const use = (symbol: string, side: number, x: number, y: number, colour: string) =>
    `<use href="#${symbol}" x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}" color="${colour}"/>`;

export function picture(game: Game, scene: Scene, turn: Turn): string {
    const layouts = layoutPlanes(scene, turn);
    const width = layouts.reduce((sum, layout) => sum + layout.width + GAP, GAP) * CELL;
    const height = (Math.max(...layouts.map((layout) => layout.height)) + 2 * GAP) * CELL;
    let x = GAP;
    const boards = layouts.map((layout) => {
        const made = `<g transform="translate(${x * CELL} ${GAP * CELL})">${board(game, scene, layout, turn)}</g>`;
        x += layout.width + GAP;
        return made;
    });
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Inter, system-ui, sans-serif" font-weight="700" text-anchor="middle">`;
    return `${head}<title>${escaped(game.name)}</title><defs>${symbols(game)}</defs><rect width="100%" height="100%" fill="#f7f2e8"/>${boards.join("")}</svg>\n`;
}

function board(game: Game, scene: Scene, layout: PlaneLayout, turn: Turn): string {
    const { grid } = layout;
    const frame = {
        x: grid.x - BAND.wide,
        y: grid.y - BAND.narrow,
        w: grid.w + BAND.wide + BAND.narrow,
        h: grid.h + BAND.wide + BAND.narrow,
    };
    const label = (x: number, y: number, text: string) =>
        `<text x="${x * CELL}" y="${y * CELL + 5}" font-size="15" fill="#eee2cc">${text}</text>`;
    const squares = layout.cells.map(({ spot, box }) => {
        const terrain = game.terrains.find(({ id }) => id === spot.terrain);
        const fill = terrain?.fill ?? "#ecdfc4";
        const symbol = terrainSymbol(game.id, spot.terrain);
        const art = hasArt(game.id, symbol)
            ? use(symbol, 50, (box.x + 0.5) * CELL, (box.y + 0.5) * CELL, css(mixed(read(fill), read("#2a2018"), 0.26)))
            : "";
        return rect(box, `fill="${fill}" stroke="${css(darker(read(fill), 0.12))}"`) + art;
    });
    const pieces = scene.pieces.flatMap((piece) => {
        const cell = layout.cells.find(({ spot }) => spot.id === piece.at);
        return cell
            ? [
                  token(
                      game,
                      piece,
                      block(cell, piece.size, turn),
                      turn,
                      game.terrains.find(({ id }) => id === cell.spot.terrain)?.fill,
                  ),
              ]
            : [];
    });
    const files = layout.files.map(({ text, at }) => label(at, grid.y + grid.h + BAND.wide / 2, text));
    const ranks = layout.ranks.map(({ text, at }) => label(grid.x - BAND.wide / 2, at, text));
    return [rect(frame, 'rx="12" fill="#5a4638"'), ...squares, ...files, ...ranks, ...pieces].join("");
}

function token(game: Game, piece: Piece, box: Box, turn: Turn, ground = "#ecdfc4"): string {
    const seat = piece.color === null ? undefined : game.seats[piece.color];
    const shape = seat ? seen(seat.shape, turn) : "bare";
    const [side, down] = room(shape);
    const colour = seat ? (shape === "bare" ? seat.fill : seat.ink) : css(ink(read(ground)));
    const symbol = kindSymbol(game.id, piece.kind);
    const letters = game.kinds.find(({ id }) => id === piece.kind)?.letters ?? "?";
    const figure = hasArt(game.id, symbol)
        ? use(symbol, side, 0, down, colour)
        : `<text y="${down + side * 0.3}" font-size="${side * 0.8}" fill="${colour}">${escaped(letters)}</text>`;
    const body =
        seat && shape !== "bare"
            ? `<path d="${outline(shape)}" fill="${seat.fill}" stroke="${css(darker(read(seat.fill), 0.48))}" stroke-width="1.8"/>`
            : "";
    const marks = [
        ...piece.badges.map(({ id, mark }) => ({ mark, fill: badgeColour(id, mark) })),
        ...(piece.count > 1 ? [{ mark: `×${piece.count}`, fill: "#352c25" }] : []),
    ];
    const badges = marks.map(
        ({ mark, fill }, i) =>
            `<g transform="translate(${22 - (i % 3) * 20} ${i < 3 ? -21 : 21})"><circle r="10" fill="${fill}"/><text y="4.5" font-size="12" fill="#fff">${escaped(mark)}</text></g>`,
    );
    const middle = `translate(${(box.x + box.w / 2) * CELL} ${(box.y + box.h / 2) * CELL}) scale(${box.w})`;
    return `<g transform="${middle}">${body}${figure}${badges.join("")}</g>`;
}

/** The artwork that is in the page already. */
function symbols(game: Game): string {
    const ids = [
        ...game.kinds.map(({ id }) => kindSymbol(game.id, id)),
        ...game.terrains.map(({ id }) => terrainSymbol(game.id, id)),
    ];
    const found = ids.map((id) => document.getElementById(id)).filter((element) => element !== null);
    return found.map((element) => new XMLSerializer().serializeToString(element)).join("");
}
