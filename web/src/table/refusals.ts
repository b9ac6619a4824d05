/** Reasons why a place cannot be selected, where the server need not explain a rule. */

import { pieceWords, placeName } from "../board/describe";
import { piecesByPlace } from "../board/geometry";
import { t } from "../messages";
import type { Game, Place, Scene } from "../wire";
import { capitalised } from "../text/format";

/** The role of the viewer at the table. */
export type ViewerRole =
    | { is: "watching" | "waiting" | "over" }
    /** Another seat acts. `seat` is the player's own, whose moves can be planned. */
    | { is: "planning"; seat: string; actor: string }
    | { is: "acting"; seat: string };

/** `begun`: whether something is selected, which this place does not continue. */
export function refusalReason(game: Game, scene: Scene, place: Place, role: ViewerRole, begun: boolean): string {
    switch (role.is) {
        case "watching":
            return t("table-refusal-watching");
        case "waiting":
            return t("table-refusal-waiting");
        case "over":
            return t("table-refusal-over");
    }
    const seat = game.seats.findIndex(({ name }) => name === role.seat);
    const name = placeName(scene, place);
    const piece = piecesByPlace(scene)
        .get(place)
        ?.findLast(({ count, color }) => count > 0 && color !== null);
    if (begun && !piece) return t("table-refusal-dark", { place: capitalised(name) });
    if (!piece) {
        const tray = scene.spots.find(({ id }) => id === place)?.site.on === "tray";
        if (role.is === "planning") return t("table-refusal-turn", { actor: capitalised(role.actor) });
        return tray ? t("table-refusal-tray", { place: name }) : t("table-refusal-empty", { place: name });
    }
    if (piece.controller !== seat) {
        const owner = capitalised(game.seats[piece.controller ?? piece.color ?? -1]?.name ?? "");
        return role.is === "acting"
            ? t("table-refusal-owner", { owner, seat: role.seat })
            : t("table-refusal-owner-turn", { actor: capitalised(role.actor) });
    }
    // Within a turn of several actions a piece may only be out of its turn.
    const key = scene.prompt.mid_turn ? "table-refusal-later" : "table-refusal-stuck";
    return t(key, { piece: pieceWords(game, piece) });
}
