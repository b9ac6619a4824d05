/** The lobby, kept up to date while a component shows it. */

import { lobby } from "../api/http";
import { pollWhileVisible } from "../api/poll";
import type { Lobby } from "../wire";

/** Milliseconds between two requests. */
const EVERY = 10_000;

export class LobbyFeed {
    lobby = $state.raw<Lobby | null>(null);
    errorText = $state("");
    /** When `lobby` came, for the waiting times. */
    at = $state(Date.now());

    /** Begins to ask. Call it inside an effect, which stops it. */
    start(): () => void {
        return pollWhileVisible(async () => {
            try {
                this.lobby = await lobby();
                this.at = Date.now();
                this.errorText = "";
            } catch (error) {
                this.errorText = (error as Error).message;
            }
        }, EVERY);
    }
}
