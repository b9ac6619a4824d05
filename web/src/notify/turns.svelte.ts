/** How many games wait for this player, for the badge in the tab's title. */

/** Games at other tables than the one on the screen in which it is this player's turn. */
export const turns: { elsewhere: number } = $state({ elsewhere: 0 });

/** `(2) ` before a title, or nothing. `here`: whether it is also the player's turn at the table on the screen. */
export function titleBadge(here = false): string {
    const count = turns.elsewhere + (here ? 1 : 0);
    return count > 0 ? `(${count}) ` : "";
}
