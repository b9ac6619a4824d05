/** The games' artwork as SVG symbols, inserted once per page and shared by all boards. */

import type { Game } from "../wire";
import { css, darker, lighter, parseColour } from "./colours";

const SVG = "http://www.w3.org/2000/svg";
const ALLOWED = new Set(["svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"]);
const ready = new Map<string, Set<string>>();

const safe = (id: string) => id.replaceAll(/[^\w-]/g, "_");
export const kindSymbol = (game: string, kind: string) => `art-${safe(game)}-kind-${safe(kind)}`;
export const terrainSymbol = (game: string, terrain: string) => `art-${safe(game)}-terrain-${safe(terrain)}`;
export const seatGradient = (game: string, seat: number) => `art-${safe(game)}-seat-${seat}`;

/** Inserts a game's artwork into the page, once. */
export function ensureArt(game: Game): void {
    if (ready.has(game.id)) return;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("aria-hidden", "true");
    svg.classList.add("symbols");
    const names = new Set<string>();
    const add = (id: string, art: string) => {
        const symbol = symbolOf(id, art);
        if (symbol) (names.add(id), svg.append(symbol));
    };
    for (const kind of game.kinds) add(kindSymbol(game.id, kind.id), kind.art);
    for (const terrain of game.terrains) add(terrainSymbol(game.id, terrain.id), terrain.art);
    game.seats.forEach((seat, i) => svg.append(gradient(seatGradient(game.id, i), seat.fill)));
    document.body.append(svg);
    ready.set(game.id, names);
}

/** Whether the game's artwork has a symbol. Also inserts the artwork. */
export function hasArt(game: Game, symbol: string): boolean {
    ensureArt(game);
    return ready.get(game.id)!.has(symbol);
}

function symbolOf(id: string, art: string): SVGElement | null {
    if (!art) return null;
    const root = new DOMParser().parseFromString(art, "image/svg+xml").documentElement;
    const viewBox = root.getAttribute("viewBox");
    if (root.tagName !== "svg" || !viewBox) return null;
    const symbol = document.createElementNS(SVG, "symbol");
    symbol.id = id;
    symbol.setAttribute("viewBox", viewBox);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"]) {
        const value = root.getAttribute(name);
        if (value) symbol.setAttribute(name, value);
    }
    for (const child of root.children) copy(child, symbol);
    return symbol;
}

/** Copies drawing elements only: no scripts, no styles, no external references. */
function copy(from: Element, into: Element): void {
    if (!ALLOWED.has(from.tagName)) return;
    const made = document.createElementNS(SVG, from.tagName);
    for (const { name, value } of from.attributes) {
        if (!/^(on|style|href|xlink|id$|xmlns)/i.test(name) && !value.includes("url(")) made.setAttribute(name, value);
    }
    for (const child of from.children) copy(child, made);
    into.append(made);
}

function gradient(id: string, colour: string): SVGElement {
    const fill = parseColour(colour);
    const made = document.createElementNS(SVG, "linearGradient");
    for (const [name, value] of Object.entries({ id, x1: "0", y1: "0", x2: "0", y2: "1" }))
        made.setAttribute(name, value);
    for (const [offset, stop] of [
        ["0", lighter(fill, 0.2)],
        ["0.55", fill],
        ["1", darker(fill, 0.12)],
    ] as const) {
        const element = document.createElementNS(SVG, "stop");
        element.setAttribute("offset", offset);
        element.setAttribute("stop-color", css(stop));
        made.append(element);
    }
    return made;
}
