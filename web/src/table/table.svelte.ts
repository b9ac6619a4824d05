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
import type { Thought } from "../wire/Thought";
import type { Touch } from "../wire/Touch";
import type { Whispered } from "../wire/Whispered";
import { guessed } from "./optimistic";
import { fitting, type Planned } from "./premoves";
import { isAction, standing } from "./standing";
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
    /** Private words of others, of which only this is known; each after so many words that could be heard. */
    whispers = $state.raw<{ whisper: Whispered; after: number }[]>([]);
    /** How far the computer player is that decides now. */
    thinking = $state.raw<{ seat: string; thought: Thought } | null>(null);
    alliances = $state.raw<Alliance[]>([]);
    link = $state<Link>("connecting");
    /** Why this table cannot be shown. */
    trouble = $state("");
    /** A sentence about the last thing that was refused or declined, with its rule. */
    notice = $state.raw<{ text: string; rule: string | null } | null>(null);
    beat = $state.raw<Beat | null>(null);
    /** Words for the live region. */
    told = $state("");
    /** Moves for when the turn comes, in their order. */
    planned = $state.raw<Planned[]>([]);
    /** The beginning of a planned move that can go on in several ways: which one, is asked when its time comes. */
    begun = $state.raw<Touch[]>([]);
    /** A scene in which the chosen piece already stands where it goes, as long as the server has not answered. */
    #ahead = $state.raw<Scene | null>(null);
    #put: Place | null = null;
    /** When `seen` came, for the clocks. */
    seenAt = $state(performance.now());
    /** When `table` came, for whoever is gone. */
    tableAt = $state(performance.now());
    #version: number | null = null;
    /** The newest that was heard; `seen` may be some events behind it while they are shown. */
    #newest: Seen | null = null;
    #waiting: (() => void)[] = [];
    #socket: TableSocket;
    #queue: Event[] = [];
    #busy = false;
    #sound: (sound: Sound) => void;

    /** Whether an action is on its way. */
    sending = $derived(this.#ahead !== null);
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
        const { action } = choice;
        const done = await this.#answer(
            (at) => ({ t: "act", at, seat: acting, action }),
            ({ actor, scene }) => actor === acting && (scene?.choices ?? []).some((other) => other.action === action),
        );
        if (done) return;
        this.#rollback();
        this.planned = [];
    }

    async undo(): Promise<void> {
        const { acting } = this;
        if (!acting) return;
        await this.#answer(
            (at) => ({ t: "undo", at, seat: acting }),
            ({ actor, canUndo }) => actor === acting && canUndo,
        );
    }

    offer = (seat: string, offer: Offer, nonce?: string) => this.#ask({ t: "offer", seat, offer, nonce });
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
        if (refused && refused.code !== "stale") this.#tell(refused.error, refused.rule ?? null);
        return refused;
    }

    /** Sends what answers a version; again, where only the version had moved on and it is still possible. */
    async #answer(message: (at: number) => Asking, possible: (seen: Seen) => boolean): Promise<boolean> {
        for (;;) {
            const at = this.#version ?? 0;
            const refused = await this.#ask(message(at));
            if (refused?.code !== "stale") return refused === null;
            while ((this.#version ?? 0) <= at) await new Promise<void>((heard) => this.#waiting.push(heard));
            if (this.#newest && possible(this.#newest)) continue;
            this.#tell("Something else happened first: this is not possible any more");
            return false;
        }
    }

    /** Says why something that was selected does nothing. */
    refuse(text: string): void {
        this.#tell(text);
    }

    #tell(text: string, rule: string | null = null): void {
        this.notice = { text, rule };
        this.told = text;
        this.#sound("refused");
    }

    #rollback(): void {
        this.#ahead = null;
        this.#put = null;
    }

    #heard(message: ToClient): void {
        switch (message.t) {
            case "full":
                this.#queue = [];
                if (!this.#stays(message.seen)) this.#rollback();
                this.#newer(message);
                this.#seat(message.table);
                this.log = message.log;
                this.talk = message.talk;
                this.whispers = [];
                this.alliances = [];
                this.#show(message.seen);
                break;
            case "event":
                this.#newer(message);
                this.#queue.push(message);
                void this.#play();
                break;
            case "table":
                this.#seat(message.table);
                break;
            case "said":
                if (!this.talk.some((said) => said.id === message.said.id)) this.talk = [...this.talk, message.said];
                break;
            case "refused":
                if (message.ack === null) this.trouble = message.error;
                break;
            case "whisper":
                this.whispers = [...this.whispers, { whisper: message.whisper, after: this.talk.length }];
                break;
            case "thinking":
                this.thinking = { seat: message.seat, thought: message.thought };
                break;
            case "alliance":
                this.alliances = [...this.alliances, message.alliance];
                break;
        }
    }

    #newer({ version, seen }: { version: number; seen: Seen }): void {
        this.#version = version;
        this.#newest = seen;
        for (const heard of this.#waiting.splice(0)) heard();
    }

    #seat(table: Table): void {
        this.table = table;
        this.tableAt = performance.now();
    }

    /** Whether a move that is on its way still stands on this board: offers and talk of others do not touch it. */
    #stays(seen: Seen): boolean {
        return this.#ahead !== null && !seen.ended && seen.text === this.seen?.text && seen.actor === this.seen.actor;
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
        if (before) this.beat = { effects, before, put: this.#put };
        this.log = [...this.log.filter(({ version }) => version < entry.version), entry];
        this.told = entry.happened.map(({ words }) => words).join(". ");
        if (isAction(entry)) this.notice = null;
        if (isAction(entry) || !this.#stays(seen)) this.#rollback();
        this.#show(seen);
        this.#sound(soundOf(effects));
        if (/^!decline-/.test(entry.event) && !this.tokens.some(([seat]) => entry.event.endsWith(`:${seat}`)))
            this.#tell(this.told);
    }

    #show(seen: Seen): void {
        this.seen = seen;
        this.seenAt = performance.now();
        this.begun = [];
        if (this.thinking?.seat !== seen.actor) this.thinking = null;
        if (seen.ended) this.planned = [];
        const free = this.acting && !this.#ahead && !seen.covered;
        if (free && this.planned.length > 0) this.#carryOut(seen.scene?.choices ?? []);
    }

    /** Does what was planned; what is not legal is dropped with all that follows it, and the reason is told. */
    #carryOut(choices: Choice[]): void {
        const [first, ...rest] = this.planned;
        if (!first) return;
        const fits = fitting(choices, first);
        this.planned = fits.length === 1 ? rest : [];
        if (fits.length === 1) return void this.act(fits[0]!);
        if (fits.length > 1) return void (this.begun = fits[0]!.touches.slice(0, 2));
        const text = guess(choices, [{ touch: "place", place: first.from }], first.to);
        this.#tell("What you had planned is not possible any more");
        if (text) void this.explain(text);
    }
}
