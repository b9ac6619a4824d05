/** A table as this browser sees it: what the server told, what is on its way, what was said. */

import type { Beat } from "../board/Board.svelte";
import { touched } from "../board/motion";
import { guess } from "../board/touches";
import { moves } from "../settings/settings.svelte";
import { soundOf, type Sound } from "../sound/sounds";
import type { Alliance } from "../wire/Alliance";
import type { AllianceStep } from "../wire/AllianceStep";
import type { Choice } from "../wire/Choice";
import type { Entry } from "../wire/Entry";
import type { Offer } from "../wire/Offer";
import type { Place } from "../wire/Place";
import type { Refused } from "../wire/Refused";
import type { Said } from "../wire/Said";
import type { Say } from "../wire/Say";
import type { Scene } from "../wire/Scene";
import type { Seen } from "../wire/Seen";
import type { Table } from "../wire/Table";
import type { ToClient } from "../wire/ToClient";
import { guessed } from "./optimistic";
import { fitting, type Planned } from "./premoves";
import { standing } from "./standing";
import { type Asking, type Link, socketUrl, TableSocket } from "./socket";
import type { Tokens } from "./seats";

type Event = Extract<ToClient, { t: "event" }>;

/** Between two events that arrive together. */
const PAUSE = 420;

export class TableStore {
    readonly id: string;
    readonly tokens: Tokens = [];
    table = $state.raw<Table | null>(null);
    seen = $state.raw<Seen | null>(null);
    log = $state.raw<Entry[]>([]);
    talk = $state.raw<Said[]>([]);
    alliances = $state.raw<Alliance[]>([]);
    link = $state<Link>("connecting");
    /** Why this table cannot be shown. */
    trouble = $state("");
    /** A sentence about the last thing that was refused, with its rule. */
    notice = $state.raw<{ text: string; rule: string | null } | null>(null);
    beat = $state.raw<Beat | null>(null);
    /** Words for the live region. */
    told = $state("");
    /** A scene in which the chosen piece already stands where it goes. */
    planned = $state.raw<Planned[]>([]);
    #ahead = $state.raw<Scene | null>(null);
    #put: Place | null = null;
    /** When `seen` came, for the clocks. */
    seenAt = $state(performance.now());
    #version: number | null = null;
    #socket: TableSocket;
    #queue: Event[] = [];
    #busy = false;
    #sound: (sound: Sound) => void;

    scene = $derived(this.#ahead ?? this.seen?.scene ?? null);
    /** The seat of this browser that decides now, if one does. */
    acting = $derived(this.seen && this.tokens.some(([seat]) => seat === this.seen?.actor) ? this.seen.actor : null);
    /** The places that the last whole turn touched. */
    moved = $derived.by(() => {
        const places = (entries: Entry[]) =>
            touched(entries.flatMap((entry) => entry.happened.map(({ what }) => what)));
        const log = standing(this.log);
        const last = log.findLast((entry) => places([entry]).length > 0);
        return new Set(places(log.filter((entry) => entry.turn === last?.turn)));
    });

    constructor(id: string, tokens: Tokens, sound: (sound: Sound) => void = () => {}) {
        this.id = id;
        this.tokens = tokens;
        this.#sound = sound;
        this.#socket = new TableSocket(
            socketUrl(id),
            tokens.map(([, token]) => token),
            {
                heard: (message) => this.#heard(message),
                linked: (link) => (this.link = link),
                version: () => this.#version,
            },
        );
    }

    close(): void {
        this.#socket.close();
    }

    async act(choice: Choice): Promise<void> {
        const { acting, seen } = this;
        if (!acting || !seen?.scene || this.#version === null) return;
        const guess = guessed(seen.scene, choice);
        this.#ahead = guess.scene;
        this.#put = guess.put;
        this.notice = null;
        const refused = await this.#ask({ t: "act", at: this.#version, seat: acting, action: choice.action });
        if (refused) this.#rollback();
    }

    undo = () =>
        this.acting && this.#version !== null && this.#ask({ t: "undo", at: this.#version, seat: this.acting });
    offer = (seat: string, offer: Offer) => this.#ask({ t: "offer", seat, offer });
    decline = (seat: string, offer: Offer) => this.#ask({ t: "decline", seat, offer });
    resign = (seat: string) => this.#ask({ t: "resign", seat });
    claim = (seat: string) => this.#ask({ t: "claim", seat, claim: "gone" });
    uncover = (seat: string) => this.#ask({ t: "uncover", seat });
    say = (seat: string | null, say: Say) => this.#ask({ t: "say", seat, say });
    ally = (seat: string, step: AllianceStep) => this.#ask({ t: "ally", seat, step });

    /** Plans a move for when the turn comes. */
    plan(move: Planned): void {
        this.planned = [...this.planned, move];
    }

    forget(): void {
        this.planned = [];
    }

    /** Asks why an action is not legal; the answer becomes the notice. */
    async explain(action: string): Promise<void> {
        if (this.acting) await this.#ask({ t: "explain", seat: this.acting, action });
    }

    async #ask(message: Asking): Promise<Refused | null> {
        const refused = await this.#socket.ask(message);
        if (refused && refused.code !== "stale") {
            this.notice = { text: refused.error, rule: refused.rule ?? null };
            this.told = refused.error;
            this.#sound("refused");
        }
        return refused;
    }

    #rollback(): void {
        this.#ahead = null;
        this.#put = null;
    }

    #heard(message: ToClient): void {
        switch (message.t) {
            case "full":
                this.#queue = [];
                this.#rollback();
                this.#version = message.version;
                this.table = message.table;
                this.log = message.log;
                this.talk = message.talk;
                this.alliances = [];
                this.#show(message.seen);
                break;
            case "event":
                this.#version = message.version;
                this.#queue.push(message);
                void this.#play();
                break;
            case "table":
                this.table = message.table;
                break;
            case "said":
                if (!this.talk.some((said) => said.id === message.said.id)) this.talk = [...this.talk, message.said];
                break;
            case "refused":
                if (message.ack === null) this.trouble = message.error;
                break;
            case "alliance":
                this.alliances = [...this.alliances, message.alliance];
                break;
        }
    }

    /** Shows what happened, one event after the other. */
    async #play(): Promise<void> {
        if (this.#busy) return;
        this.#busy = true;
        for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
            this.#event(event);
            if (this.#queue.length > 0 && moves()) await new Promise((done) => setTimeout(done, PAUSE));
        }
        this.#busy = false;
    }

    #event({ entry, seen }: Event): void {
        const effects = entry.happened.map(({ what }) => what);
        const before = this.scene;
        if (before) this.beat = { serial: entry.version, effects, before, put: this.#put };
        this.log = [...this.log.filter(({ version }) => version < entry.version), entry];
        this.told = entry.happened.map(({ words }) => words).join(". ");
        this.#rollback();
        this.#show(seen);
        this.#sound(soundOf(effects));
    }

    #show(seen: Seen): void {
        this.seen = seen;
        this.seenAt = performance.now();
        if (this.acting && this.planned.length > 0 && !seen.covered) this.#carryOut(seen.scene?.choices ?? []);
    }

    /** Does what was planned; what is not legal is dropped with all that follows it, and the reason is told. */
    #carryOut(choices: Choice[]): void {
        const [first, ...rest] = this.planned;
        if (!first) return;
        const choice = fitting(choices, first);
        this.planned = choice ? rest : [];
        if (choice) return void this.act(choice);
        const text = guess(choices, [{ touch: "place", place: first.from }], first.to);
        this.notice = { text: "What you had planned is not possible any more", rule: null };
        if (text) void this.explain(text);
    }
}
