/** Opens a table from a form: its busy state, its error, and the way to the new table. */

import { offerToSignIn } from "../account/account.svelte";
import { go } from "../route.svelte";
import type { Game } from "../wire";
import { playNow } from "./playNow";
import { openTable, type TableSetup } from "./tableSetup";

export class TableOpener {
    busy = $state(false);
    errorText = $state("");

    /** Creates the table and goes there. Returns whether that succeeded. */
    open(setup: TableSetup): Promise<boolean> {
        return this.#go(() => openTable(setup), setup.rated ?? false);
    }

    /** Finds an opponent, or plays the computer until one comes. */
    playNow(game: Game, name: string): Promise<boolean> {
        return this.#go(() => playNow(game, name), false);
    }

    async #go(find: () => Promise<string>, rated: boolean): Promise<boolean> {
        this.busy = true;
        this.errorText = "";
        try {
            go(`/t/${await find()}`);
            return true;
        } catch (error) {
            this.errorText = (error as Error).message;
            if (rated) await offerToSignIn(error);
            return false;
        } finally {
            this.busy = false;
        }
    }
}
