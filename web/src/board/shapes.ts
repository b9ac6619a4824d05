/** The outlines of pieces, centred in a square of 64 units. */

const CIRCLE = "m-27 0A27 27 0 1 1 27 0A27 27 0 1 1 -27 0Z";

const OUTLINES: Record<string, string> = {
    circle: CIRCLE,
    square: "m-16-25H16Q25-25 25-16V16Q25 25 16 25H-16Q-25 25 -25 16V-16Q-25-25 -16-25Z",
    diamond: "m-5-26Q0-31 5-26L26-5Q31 0 26 5L5 26Q0 31 -5 26L-26 5Q-31 0 -26-5Z",
    hexagon:
        "m-4-27.5Q0-29.8 4-27.5L22-17Q26-14.7 26-10V10Q26 14.7 22 17L4 27.5Q0 29.8 -4 27.5L-22 17Q-26 14.7 -26 10V-10Q-26-14.7 -22-17Z",
    "wedge-up":
        "m-3-28.6Q0-30 3-28.6L18-21.5Q20-20.4 20.4-18L25.6 24Q26 28 22 28H-22Q-26 28 -25.6 24L-20.4-18Q-20-20.4 -18-21.5Z",
    "wedge-down":
        "m3 28.6Q0 30 -3 28.6L-18 21.5Q-20 20.4 -20.4 18L-25.6-24Q-26-28 -22-28H22Q26-28 25.6-24L20.4 18Q20 20.4 18 21.5Z",
};

/** The side of the figure, and its distance below the centre. */
const FIGURE_BOXES: Record<string, readonly [number, number]> = {
    circle: [37, 0],
    square: [40, 0],
    diamond: [33, 0],
    hexagon: [37, 0],
    "wedge-up": [36, 4],
    "wedge-down": [36, -4],
    bare: [48, 0],
};

export function outline(shape: string): string {
    return OUTLINES[shape] ?? CIRCLE;
}

export function figureBox(shape: string): readonly [number, number] {
    return FIGURE_BOXES[shape] ?? [37, 0];
}

/** The shape after a rotation of the board: wedges point the other way. */
export function rotatedShape(shape: string, rotation: number): string {
    if (rotation !== 2) return shape;
    if (shape === "wedge-up") return "wedge-down";
    return shape === "wedge-down" ? "wedge-up" : shape;
}
