/** The running games of this browser and account, kept up to date over their tables' WebSockets. */

import { untrack } from "svelte";
import { account } from "../account/account.svelte";
import { allGames, titleOf } from "../api/games";
import { pollWhileVisible } from "../api/poll";
import { t } from "../messages";
import { notify } from "../notify/notifications.svelte";
import { turns } from "../notify/turns.svelte";
import { type Route, route } from "../route.svelte";
import { play } from "../sound/sounds";
import { isBySession, loadTokens, seatByAccount, tablesOver } from "../table/seatTokens";
import type { Game } from "../wire";
import { awaited, isAwaited, notAwaited } from "./awaited";
import { GameWatch, rank } from "./gameWatch.svelte";
import { opponentNames } from "./tableLabels";
import { accountTables, yourTables } from "./yourTables";

/** The most open connections. The tables of the newest games with people come first. */
const MOST_OPEN = 12;
/** Milliseconds between two looks for new tables and for the account's games. */
const REFRESH_EVERY = 30_000;

class YourGames {
    watches = $state.raw<GameWatch[]>([]);
    games = $state.raw<Game[]>([]);
    /** Whether the first look has ended. */
    loaded = $state(false);
    #running: Promise<void> | null = null;

    /** The table on the screen, which has its own connection. */
    onScreen = $derived(route.now.screen === "table" ? route.now.id : null);
    sorted = $derived(
        this.watches.filter(({ table }) => table.stage !== "closed").toSorted((a, b) => rank(a) - rank(b)),
    );
    /** Tables of this player that wait for players while another screen is open. */
    waiting = $derived(this.sorted.filter(({ waiting, id }) => waiting && id !== this.onScreen));
    /** Games that began while another screen was open. */
    arrived = $derived(this.sorted.filter(({ arrived, over, id }) => arrived && !over && id !== this.onScreen));
    #turnsElsewhere = $derived(
        this.sorted.filter(({ yourTurn, arrived, over, id }) => (yourTurn || arrived) && !over && id !== this.onScreen)
            .length,
    );

    constructor() {
        $effect.root(() => {
            $effect(() => {
                turns.elsewhere = this.#turnsElsewhere;
            });
            $effect(() => this.#connect());
            $effect(() => {
                const { now } = route;
                untrack(() => this.#opened(now));
            });
        });
        pollWhileVisible(() => this.refresh(), REFRESH_EVERY);
        document.addEventListener("visibilitychange", () => this.#connect());
        addEventListener("storage", ({ key }) => {
            if (key === "menagerie.seats") void this.refresh();
        });
        void allGames().then((games) => (this.games = games));
    }

    /** Looks for new tables of this browser and for the account's games. Known tables cost no request. */
    refresh(): Promise<void> {
        this.#running ??= this.#refresh().finally(() => ((this.#running = null), (this.loaded = true)));
        return this.#running;
    }

    /** Removes a finished game from the list. */
    dismiss(watch: GameWatch): void {
        watch.disconnect();
        this.watches = this.watches.filter((other) => other !== watch);
    }

    nameOf = (game: string): string => titleOf(this.games, game);

    /** A table that the player opens is no longer news. A result that the player has seen leaves the list. */
    #opened(now: Route): void {
        if (now.screen === "table" || now.screen === "review") {
            notAwaited(now.id);
            const watch = this.watches.find(({ id }) => id === now.id);
            if (watch?.over) this.dismiss(watch);
            else if (watch) watch.arrived = false;
        }
        void this.refresh();
    }

    async #refresh(): Promise<void> {
        const over = tablesOver();
        // These ended on the table's own screen.
        for (const watch of this.watches.filter(({ id, over: known }) => over.has(id) && !known)) this.dismiss(watch);
        if (account.name === null)
            for (const watch of this.watches.filter(({ tokens }) => isBySession(tokens))) this.dismiss(watch);
        const known = (id: string) => this.watches.some((watch) => watch.id === id);
        const [tables, ofAccount] = await Promise.all([
            yourTables(known),
            account.name === null ? [] : accountTables(known).catch(() => []),
        ]);
        const { name } = account;
        const listener = { began: this.#began, turn: this.#turn };
        const found = [
            ...tables.map((table) => new GameWatch(table, loadTokens(table.id), listener)),
            ...ofAccount.map((table) => new GameWatch(table, seatByAccount(table, name), listener)),
        ].filter(({ id, tokens }) => !known(id) && tokens.length > 0);
        for (const watch of found) {
            if (watch.waiting) awaited(watch.id);
            // The game began before the page was loaded again, and the player has not opened it yet.
            else if (isAwaited(watch.id) && watch.id !== this.onScreen) watch.arrived = true;
        }
        if (found.length > 0) this.watches = [...found, ...this.watches];
        this.#connect();
    }

    /** Opens and closes connections. A hidden tab follows only tables with other people, and those that wait for them. */
    #connect(): void {
        const wanted = this.watches
            .filter((watch) => watch.id !== this.onScreen && watch.table.stage !== "closed" && !watch.seen?.ended)
            .filter((watch) => !document.hidden || watch.hasPeople || watch.waiting)
            .toSorted((a, b) => Number(b.hasPeople || b.waiting) - Number(a.hasPeople || a.waiting))
            .slice(0, MOST_OPEN);
        for (const watch of this.watches)
            if (wanted.includes(watch)) watch.connect();
            else watch.disconnect();
    }

    #began = (watch: GameWatch): void => {
        watch.arrived = true;
        play("joined");
        const who = opponentNames(watch.table, watch.own);
        void notify(
            watch.id,
            t("lobby-game-arrived"),
            t("lobby-notify-begins", { game: this.nameOf(watch.table.game), opponents: who }),
        );
    };

    #turn = (watch: GameWatch): void => {
        if (!watch.hasPeople) return;
        play("turn");
        const who = opponentNames(watch.table, watch.own);
        void notify(
            watch.id,
            t("lobby-notify-turn", { game: this.nameOf(watch.table.game) }),
            t("lobby-notify-against", { opponents: who }),
        );
    };
}

export const yourGames = new YourGames();
