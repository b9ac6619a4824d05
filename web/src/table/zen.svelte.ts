/** Zen mode: the table shows the board, the clocks and the prompt only. The header of the page hides, too. */

export const zen = $state({ on: false });

export function setZen(on: boolean): void {
    zen.on = on;
    document.documentElement.toggleAttribute("data-zen", on);
}
