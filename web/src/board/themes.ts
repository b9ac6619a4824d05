/**
 * Board themes: how a theme changes the colours of a game's squares. Plain squares take the theme's colour and keep their
 * lightness. Squares with a drawing, such as water and traps, keep most of their own colour, so that they stand out.
 */

import type { Settings } from "../settings/settings.svelte";
import type { Game, Terrain } from "../wire";
import { hexColour, parseColour } from "./colours";
import { fromOklab, type Oklab, toOklab } from "./oklab";

interface Tint {
    /** The colour, as the two colour axes of OKLab. */
    a: number;
    b: number;
    /** How much of it plain squares take, from 0 to 1. */
    share: number;
    /** Added to the lightness of plain squares, on light and on dark pages. */
    lift: { light: number; dark: number };
    /** Factor for the difference between lighter and darker plain squares. */
    spread: number;
}

/** Walnut has the game's own colours. */
const TINTS: Record<Settings["board"], Tint | null> = {
    walnut: null,
    slate: { a: -0.006, b: -0.016, share: 0.9, lift: { light: -0.03, dark: 0 }, spread: 1.1 },
    moss: { a: -0.035, b: 0.05, share: 0.85, lift: { light: -0.02, dark: 0 }, spread: 1.15 },
    plum: { a: 0.034, b: -0.032, share: 0.85, lift: { light: -0.01, dark: 0 }, spread: 1.3 },
    paper: { a: 0.002, b: 0.012, share: 0.85, lift: { light: 0.04, dark: -0.05 }, spread: 0.9 },
    contrast: { a: 0, b: 0, share: 0.8, lift: { light: 0.02, dark: 0.05 }, spread: 2 },
};
export const THEMES = Object.keys(TINTS) as Settings["board"][];
/** Squares with a drawing take this part of the share. */
const DRAWN = 0.15;

const isPlain = ({ art }: Terrain) => art === "";

/** The mean lightness of the plain squares: the spread is around it. */
function middle(terrains: Terrain[], fill: (terrain: Terrain) => string): number {
    const values = terrains.filter(isPlain).map((terrain) => toOklab(parseColour(fill(terrain)))[0]);
    return values.length === 0 ? 0.5 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function tinted([lightness, a, b]: Oklab, plain: boolean, tint: Tint, lift: number, mean: number): Oklab {
    const share = plain ? tint.share : tint.share * DRAWN;
    const mix = (own: number, wanted: number) => own * (1 - share) + wanted * share;
    const spread = Math.min(0.97, Math.max(0.12, mean + (lightness - mean) * tint.spread + lift));
    return [plain ? spread : lightness, mix(a, tint.a), mix(b, tint.b)];
}

/** The kinds of squares with the colours of a theme. */
export function themedTerrains(terrains: Terrain[], theme: Settings["board"]): Terrain[] {
    const tint = TINTS[theme];
    if (!tint) return terrains;
    const means = {
        light: middle(terrains, ({ fill }) => fill),
        dark: middle(terrains, ({ darkFill }) => darkFill),
    };
    const colour = (fill: string, terrain: Terrain, page: "light" | "dark") =>
        hexColour(fromOklab(tinted(toOklab(parseColour(fill)), isPlain(terrain), tint, tint.lift[page], means[page])));
    return terrains.map((terrain) => ({
        ...terrain,
        fill: colour(terrain.fill, terrain, "light"),
        darkFill: colour(terrain.darkFill, terrain, "dark"),
    }));
}

/** How different two colours look: their distance in OKLab. */
export function colourDistance(one: string, two: string): number {
    const [a, b] = [toOklab(parseColour(one)), toOklab(parseColour(two))];
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const known = new WeakMap<Terrain[], Map<string, Map<string, Terrain>>>();

/** A kind of square of a game, with the colours of a theme. */
export function themedTerrain(game: Pick<Game, "terrains">, id: string, theme: Settings["board"]): Terrain | undefined {
    const byTheme = known.get(game.terrains) ?? new Map<string, Map<string, Terrain>>();
    known.set(game.terrains, byTheme);
    let byId = byTheme.get(theme);
    if (!byId) {
        byId = new Map(themedTerrains(game.terrains, theme).map((terrain) => [terrain.id, terrain]));
        byTheme.set(theme, byId);
    }
    return byId.get(id);
}
