/** The state of a table in this browser: the server's messages, the optimistic update, premoves, log and chat. */

import { type KnownView, logPage, viewExplain } from "../api/http";
import type { Transition } from "../board/Board.svelte";
import { guessAction } from "../board/touches";
import { isWarm } from "../local";
import { t } from "../messages";
import { pace } from "../settings/settings.svelte";
import { soundOf, type Sound } from "../sound/sounds";
import type {
    Alliance,
    AllianceStep,
    Choice,
    Effect,
    LogEntry,
    Offer,
    Place,
    Refused,
    ChatMessage,
    ChatPost,
    Scene,
    TableView,
    Table,
    Thought,
    ToClient,
    Touch,
    PrivateChatNotice,
} from "../wire";
import { Announcements } from "./announcements.svelte";
import { authorOf, isMuted } from "./mutes.svelte";
import { optimisticScene } from "./optimistic";
import { glideTime, isVisible, Playback, type Step } from "./playback.svelte";
import { fitting, type Planned } from "./premoves";
import { isAction } from "./effectiveLog";
import { type ClientRequest, type ConnectionState, socketUrl, TableSocket } from "./socket";
import type { Tokens } from "./seatTokens";

type Event = Extract<ToClient, { t: "event" }>;

/** A refusal or a declined offer, with its rule. */
export interface TableNotice {
    text: string;
    rule: string | null;
    /** The place that was refused. The text stands beside it, otherwise in the prompt. */
    place: Place | null;
}

export class TableStore {
    readonly id: string;
    readonly tokens: Tokens = [];
    table = $state.raw<Table | null>(null);
    seen = $state.raw<TableView | null>(null);
    log = $state.raw<LogEntry[]>([]);
    /** The number of log entries before those in `log`: a snapshot has at most the newest 500. */
    earlier = $state(0);
    chat = $state.raw<ChatMessage[]>([]);
    /** Private messages between others, without their text. `after`: the number of chat messages before it. */
    whispers = $state.raw<{ whisper: PrivateChatNotice; after: number }[]>([]);
    /** The progress of the computer player that acts now. */
    thinking = $state.raw<{ seat: string; thought: Thought } | null>(null);
    alliances = $state.raw<Alliance[]>([]);
    connection = $state<ConnectionState>("connecting");
    /** Why this table cannot be shown. */
    errorText = $state("");
    notice = $state.raw<TableNotice | null>(null);
    transition = $state.raw<Transition | null>(null);
    /** The sentences of the live region, for screen readers. */
    readonly announcements = new Announcements();
    /** Shows the actions of others on the board at their pace. Everything else in the store is the present. */
    readonly playback = new Playback({
        pace: () => (this.#catchingUp ? 0 : pace()),
        play: (step, pace, queued) => this.#playStep(step, pace, queued),
        skipped: (steps) => this.#skipped(steps),
    });
    /** The premoves, in order. */
    planned = $state.raw<Planned[]>([]);
    /** The touches of a premove that fits several actions. The player chooses among them. */
    begun = $state.raw<Touch[]>([]);
    /** The scene with the moved piece on its target, until the server answers. */
    #optimistic = $state.raw<Scene | null>(null);
    #put: Place | null = null;
    /** When `seen` came, for the clocks. */
    seenAt = $state(performance.now());
    /** When `table` came, for the countdown of absent players. */
    tableAt = $state(performance.now());
    #version: number | null = null;
    /** Whether the server sends the events that this browser missed while it was disconnected. */
    #catchingUp = false;
    /** The version of the last step in the live region. */
    #announcedVersion = 0;
    #waiting: (() => void)[] = [];
    #socket: TableSocket;
    #sound: (sound: Sound) => void;

    /** Whether an action waits for the server's answer. */
    sending = $derived(this.#optimistic !== null);
    scene = $derived(this.#optimistic ?? this.seen?.scene ?? null);
    /** The seat of this browser that acts now, if one does. */
    acting = $derived(this.seen && this.tokens.some(([seat]) => seat === this.seen?.actor) ? this.seen.actor : null);
    /** What the board draws: the scene, or an earlier one while the board is behind. */
    shown = $derived(this.playback.scene ?? this.scene);

    constructor(id: string, tokens: Tokens, sound: (sound: Sound) => void = () => {}) {
        this.id = id;
        this.tokens = tokens;
        this.#sound = sound;
        this.#socket = new TableSocket(
            socketUrl(id),
            tokens.map(([, token]) => token),
            {
                received: (message) => this.#receive(message),
                connectionChanged: (connection) => this.#connectionChanged(connection),
                version: () => this.#version,
            },
        );
    }

    close(): void {
        this.playback.clear();
        this.#socket.close();
    }

    /** Sends the player's action. The board skips what it is still showing. */
    act(choice: Choice): Promise<void> {
        this.playback.skip();
        return this.#act(choice);
    }

    async #act(choice: Choice): Promise<void> {
        const { acting, seen } = this;
        if (!acting || !seen?.scene || this.#version === null) return;
        const guess = optimisticScene(seen.scene, choice);
        this.#optimistic = guess.scene;
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
    say = (seat: string | null, say: ChatPost) => this.#ask({ t: "say", seat, say });
    ally = (seat: string, step: AllianceStep) => this.#ask({ t: "ally", seat, step });

    /** Fetches the page of log entries before those in `log`. */
    async loadEarlier(): Promise<void> {
        const first = this.log[0]?.version;
        if (this.earlier === 0 || first === undefined) return;
        const page = await logPage(this.id, first, this.tokens[0]?.[1]);
        // A snapshot may have replaced the log meanwhile.
        if (this.log[0]?.version !== first) return;
        this.log = [...page.log, ...this.log];
        this.earlier = page.earlier;
    }

    /** Adds a premove. */
    plan(move: Planned): void {
        this.planned = [...this.planned, move];
    }

    cancelPlan(): void {
        this.planned = [];
    }

    /** What the acting seat knows, for answers without the server. Null under a cover, where only the server answers. */
    knownView(): KnownView | null {
        const { seen, table } = this;
        return seen && table && !seen.covered ? { game: table.game, viewer: seen.viewer, text: seen.text } : null;
    }

    /** Asks why an action is illegal: this browser if it can tell, otherwise the server. The answer becomes the notice. */
    async explain(action: string, place: Place | null = null): Promise<void> {
        const { acting } = this;
        if (!acting) return;
        const view = this.knownView();
        const verdict = view?.viewer === acting && isWarm() ? await viewExplain(view, action).catch(() => null) : null;
        if (!verdict) await this.#ask({ t: "explain", seat: acting, action }, place);
        else if (!verdict.legal) this.#notify(verdict.reason, verdict.rule, place);
    }

    async #ask(message: ClientRequest, place: Place | null = null): Promise<Refused | null> {
        const refused = await this.#socket.ask(message);
        if (refused && refused.code !== "stale") this.#notify(refused.error, refused.rule ?? null, place);
        return refused;
    }

    /** Sends a message that names a version. If that version is stale and the message is still possible, sends it again. */
    async #answer(message: (at: number) => ClientRequest, possible: (seen: TableView) => boolean): Promise<boolean> {
        for (;;) {
            const at = this.#version ?? 0;
            const refused = await this.#ask(message(at));
            if (refused?.code !== "stale") return refused === null;
            while ((this.#version ?? 0) <= at) await new Promise<void>((done) => this.#waiting.push(done));
            if (this.seen && possible(this.seen)) continue;
            this.#notify(t("table-notice-stale"));
            return false;
        }
    }

    /** Shows beside a place why it cannot be selected, without a sound. */
    refuse(text: string, place: Place): void {
        this.notice = { text, rule: null, place };
        this.announcements.replace(text);
    }

    #notify(text: string, rule: string | null = null, place: Place | null = null): void {
        this.notice = { text, rule, place };
        this.announcements.replace(text);
        this.#sound("refused");
    }

    #rollback(): void {
        this.#optimistic = null;
        this.#put = null;
    }

    #receive(message: ToClient): void {
        switch (message.t) {
            case "full":
                this.playback.clear();
                this.#catchingUp = false;
                this.#announcedVersion = message.version;
                if (!this.#keepsOptimistic(message.seen)) this.#rollback();
                this.#setVersion(message.version);
                this.#seat(message.table);
                this.#setLog(message.log, message.earlier ?? 0);
                this.chat = message.talk;
                this.whispers = [];
                this.alliances = [];
                this.#show(message.seen);
                break;
            case "event":
                this.#setVersion(message.version);
                this.#event(message);
                break;
            case "table":
                // The server sends the table after the missed events.
                this.#catchingUp = false;
                this.#seat(message.table);
                break;
            case "said":
                this.#say(message.said);
                break;
            case "refused":
                if (message.ack === null) this.errorText = message.error;
                break;
            case "whisper":
                this.whispers = [...this.whispers, { whisper: message.whisper, after: this.chat.length }];
                break;
            case "thinking":
                this.thinking = { seat: message.seat, thought: message.thought };
                break;
            case "alliance":
                this.alliances = [...this.alliances, message.alliance];
                break;
        }
    }

    #say(said: ChatMessage): void {
        if (this.chat.some((known) => known.id === said.id)) return;
        this.chat = [...this.chat, said];
        const own = said.seat === null ? this.tokens.length === 0 : this.#isOwn(said.seat);
        if (!own && this.table && !isMuted(authorOf(said, this.table))) this.#sound("chat");
    }

    /** Takes the log of a snapshot. Earlier entries that were loaded stay if they connect to it. */
    #setLog(log: LogEntry[], earlier: number): void {
        const first = log[0]?.version ?? 0;
        const older = this.log.filter(({ version }) => version < first);
        const connects = older.at(-1)?.version === first - 1;
        this.log = connects ? [...older, ...log] : log;
        if (!connects) this.earlier = earlier;
    }

    #connectionChanged(connection: ConnectionState): void {
        this.connection = connection;
        this.#catchingUp = true;
        this.playback.skip();
    }

    #setVersion(version: number): void {
        this.#version = version;
        for (const done of this.#waiting.splice(0)) done();
    }

    #seat(table: Table): void {
        this.table = table;
        this.tableAt = performance.now();
    }

    /** Whether the optimistic update stays: offers and chat do not change the position. */
    #keepsOptimistic(seen: TableView): boolean {
        return (
            this.#optimistic !== null && !seen.ended && seen.text === this.seen?.text && seen.actor === this.seen.actor
        );
    }

    #event({ entry, seen }: Event): void {
        const effects = entry.happened.map(({ what }) => what);
        const words = entry.happened.map(({ words }) => words).join(". ");
        const before = this.seen?.scene;
        const goesBack = entry.event === "!undo" || entry.back !== undefined;
        if (goesBack) this.playback.skip();
        const isStep = before && !goesBack && (isAction(entry) || isVisible(effects));
        if (isStep) {
            const { version, turn, by } = entry;
            this.playback.add({ version, turn, by, effects, words, before }, this.#isOwn(by));
        } else this.#playAside(effects, words);
        this.log = [...this.log.filter(({ version }) => version < entry.version), entry];
        if (isAction(entry)) this.notice = null;
        if (isAction(entry) || !this.#keepsOptimistic(seen)) this.#rollback();
        this.#show(seen);
        // The next player at this screen sees nothing of the player before.
        if (seen.covered) this.playback.skip();
        if (/^!decline-/.test(entry.event) && !this.#isOwn(entry.event.split(":")[1] ?? "")) this.#notify(words);
    }

    #isOwn(name: string): boolean {
        return this.tokens.some(([seat]) => seat === name);
    }

    /** Shows an event that takes no time on the board. */
    #playAside(effects: Effect[], words: string): void {
        const before = this.scene;
        if (before && isVisible(effects) && !this.playback.behind)
            this.transition = { effects, before, put: this.#put };
        this.announcements.add(words);
        this.#sound(soundOf(effects));
    }

    /** Animates a step. One that is not `queued` may belong to the optimistic update. */
    #playStep(step: Step, pace: number, queued: boolean): void {
        const { effects } = step;
        const glide = queued || (pace > 0 && !this.#isOwn(step.by)) ? { step: glideTime(pace) } : {};
        const ahead = queued ? null : this.#optimistic;
        if (isVisible(effects))
            this.transition = { effects, before: ahead ?? step.before, put: ahead && this.#put, ...glide };
        this.#announce(step);
        this.#sound(soundOf(effects));
    }

    #skipped(steps: Step[]): void {
        for (const step of steps) this.#announce(step);
        this.#sound(soundOf(steps.at(-1)!.effects));
    }

    /** Announces a step once: a replay is silent. */
    #announce({ version, words }: Step): void {
        if (version <= this.#announcedVersion) return;
        this.#announcedVersion = version;
        this.announcements.add(words);
    }

    #show(seen: TableView): void {
        this.seen = seen;
        this.seenAt = performance.now();
        this.begun = [];
        if (this.thinking?.seat !== seen.actor) this.thinking = null;
        if (seen.ended) this.planned = [];
        const free = this.acting && !this.#optimistic && !seen.covered;
        if (free && this.planned.length > 0) this.#playPremove(seen.scene?.choices ?? []);
    }

    /** Plays the first premove. If it is illegal, drops all premoves and shows the reason. */
    #playPremove(choices: Choice[]): void {
        const [first, ...rest] = this.planned;
        if (!first) return;
        const fits = fitting(choices, first);
        this.planned = fits.length === 1 ? rest : [];
        if (fits.length === 1) return void this.#act(fits[0]!);
        if (fits.length > 1) return void (this.begun = fits[0]!.touches.slice(0, 2));
        const text = guessAction(choices, [{ touch: "place", place: first.from }], first.to);
        this.#notify(t("table-notice-plan"));
        if (text) void this.explain(text);
    }
}
