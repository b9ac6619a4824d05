/** Colour arithmetic, the same as in the crate `draw`. */

export type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const GREY: Rgb = [0x88, 0x88, 0x88];

/** Parses `#rrggbb`; grey if that fails. */
export function parseColour(text: string): Rgb {
    const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
    return found ? [hex(found[1]), hex(found[2]), hex(found[3])] : GREY;
}

function hex(digits: string | undefined): number {
    return parseInt(digits ?? "88", 16);
}

/** Mixes a share (0 to 1) of another colour into a colour. */
export function mixed(colour: Rgb, other: Rgb, share: number): Rgb {
    const mix = (a: number, b: number) => Math.floor(a * (1 - share) + b * share);
    return [mix(colour[0], other[0]), mix(colour[1], other[1]), mix(colour[2], other[2])];
}

export const lighter = (colour: Rgb, share: number): Rgb => mixed(colour, WHITE, share);
export const darker = (colour: Rgb, share: number): Rgb => mixed(colour, BLACK, share);

/** The perceived brightness, 0 to 255. */
function brightness([red, green, blue]: Rgb): number {
    return (red * 299 + green * 587 + blue * 114) / 1000;
}

/** A text colour with enough contrast. */
export function ink(colour: Rgb): Rgb {
    return brightness(colour) > 120 ? [0x2b, 0x24, 0x1e] : [0xf6, 0xf0, 0xe4];
}

export function css([red, green, blue]: Rgb): string {
    return `rgb(${red} ${green} ${blue})`;
}

/** `#rrggbb`. */
export function hexColour(colour: Rgb): string {
    return `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** A colour for light pages and one for dark pages. */
export const lightDark = (light: string, dark: string): string => `light-dark(${light}, ${dark})`;

/** The outline of a fill, on light and dark pages. */
export function edge(fill: Rgb): string {
    const onLight = css(darker(fill, 0.48));
    return brightness(fill) < 70 ? lightDark(onLight, css(lighter(fill, 0.45))) : onLight;
}

const BADGES = ["#b43a32", "#2f6d9e", "#3f7d45", "#8a4f9c", "#b06a12", "#1f7f82", "#5b57a8", "#7a5a3c"];

/** Numbers are brown; other badges get a colour from a hash of their id. */
export function badgeColour(id: string, mark: string): string {
    if (/^\d+$/.test(mark)) return "#5c5249";
    let sum = 5381;
    for (const letter of id) sum = (Math.imul(sum, 33) ^ letter.charCodeAt(0)) >>> 0;
    return BADGES[sum % BADGES.length] ?? "#5c5249";
}
