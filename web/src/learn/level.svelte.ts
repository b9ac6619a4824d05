/** One visit of a level: the position on the board, what was tried, and the help that was given. */

import type { Transition } from "../board/Board.svelte";
import { changedPlaces } from "../board/motion";
import { pace } from "../settings/settings.svelte";
import { soundOf, type Sound } from "../sound/sounds";
import { Announcements } from "../table/announcements.svelte";
import { optimisticScene, type OptimisticMove } from "../table/optimistic";
import { glideTime, isVisible, Playback, type Step } from "../table/playback.svelte";
import { sentence } from "../text/format";
import type {
    Choice,
    Effect,
    LessonHint,
    LessonMarks,
    LessonRequest,
    LessonResponse,
    LessonStep,
    Place,
    Scene,
    SceneResponse,
} from "../wire";
import { starsFor } from "./course";

/** Why an action or a place was refused. */
export interface Refusal {
    /** What the level says about this mistake. */
    message: string | null;
    reason: string;
    rule: string | null;
}

export interface LevelHandlers {
    ask(request: LessonRequest): Promise<LessonResponse>;
    sound(sound: Sound): void;
    /** The learner solved the level. */
    solved(stars: number): void;
}

/** A refutation takes this many times the pace: the learner reads its captions. */
const READING = 2;
const NO_MARKS: LessonMarks = { squares: [], arrows: [] };

/** Effects that a caption leaves out: they follow from others, or a badge on the piece shows them. */
const ASIDE: Effect["effect"][] = ["turn", "vanished", "badge", "counter"];

/** What an action did, in sentences: moves, captures and other large effects. */
function captionOf({ happened }: SceneResponse): string {
    const large = happened.filter(({ what }) => !ASIDE.includes(what.effect));
    return (large.length > 0 ? large : happened).map(({ words }) => sentence(words)).join(" ");
}

export class LevelVisit {
    now = $state.raw<LessonResponse | null>(null);
    /** The learner's actions that led to `now`. */
    actions = $state.raw<string[]>([]);
    refusal = $state.raw<Refusal | null>(null);
    /** The words of the hint, once they were asked for. They stay until the level is left. */
    hintText = $state.raw<string | null>(null);
    /** The next action of a solution; `""` if none leads on from here; null if it was not asked for. */
    hintAction = $state.raw<string | null>(null);
    misses = $state(0);
    hints = $state(0);
    /** Why the server did not answer. */
    errorText = $state("");
    transition = $state.raw<Transition | null>(null);
    moved = $state.raw<Set<Place>>(new Set());
    readonly announcements = new Announcements();
    readonly playback = new Playback({
        pace: () => pace() * (this.now?.status === "missed" ? READING : 1),
        play: (step, pace, queued) => this.#playStep(step, pace, queued),
        skipped: (steps) => steps.forEach((step) => this.#announce(step)),
    });
    /** The moved piece on its target, until the server answers. */
    #ahead = $state.raw<OptimisticMove | null>(null);
    #serial = 0;
    #version = 0;
    #announcedVersion = 0;
    /** The answers by actions: a level that begins again needs no request. */
    #answers = new Map<string, LessonResponse>();
    #handlers: LevelHandlers;
    #refutation = $state.raw<Step[]>([]);

    sending = $derived(this.#ahead !== null);
    status = $derived(this.now?.status ?? "going");
    /** What the board shows in the end: after a missed try its refutation. */
    seen = $derived.by((): SceneResponse | null => {
        const last = this.status === "missed" ? this.now?.refutation.at(-1) : undefined;
        return last?.seen ?? this.now?.seen ?? null;
    });
    /** What the board shows now. Only a level that goes on has choices. */
    scene = $derived.by((): Scene | null => {
        const scene = this.playback.scene ?? this.#ahead?.scene ?? this.seen?.scene ?? null;
        return scene && this.status !== "going" ? { ...scene, choices: [] } : scene;
    });
    /** Whether the board has shown the learner's action and the replies to it. A refutation may follow. */
    settled = $derived(this.playback.left <= this.#refutation.length);
    /** The result of the try, once the board has shown what led to it. */
    result = $derived(this.settled && this.status !== "going" ? this.status : null);
    /** The steps of the refutation that the board has shown. */
    refuted = $derived(
        this.result === "missed" ? this.#refutation.slice(0, this.#refutation.length - this.playback.left) : [],
    );
    marks = $derived(this.now?.marks ?? NO_MARKS);
    stars = $derived(starsFor(this.misses, this.hints));
    /** Whether a hint has more to tell here. */
    canHint = $derived(this.status === "going" && this.hintAction === null && this.now !== null);

    constructor(handlers: LevelHandlers) {
        this.#handlers = handlers;
    }

    /** Shows the level at its start. */
    startOver = (): Promise<void> => this.#show([]);
    /** Takes the learner's last action back. */
    takeBack = (): Promise<void> => this.#show(this.actions.slice(0, -1));
    /** Back to before the wrong action; to the start if the turns are used up, because the mistake may be older. */
    tryAgain = (): Promise<void> => ((this.now?.turnsLeft ?? 0) > 0 ? this.takeBack() : this.startOver());

    close(): void {
        this.#serial += 1;
        this.playback.clear();
    }

    /** Plays an action that the learner chose. */
    async act(choice: Choice): Promise<void> {
        const scene = this.now?.seen.scene;
        if (!scene || this.status !== "going" || this.sending) return;
        this.playback.skip();
        this.refusal = null;
        this.#ahead = optimisticScene(scene, choice);
        const actions = [...this.actions, choice.action];
        const answer = await this.#ask({ actions });
        if (answer?.status === "refused") this.#refuse(answer);
        else if (answer) this.#play(answer, actions);
        this.#ahead = null;
    }

    /** Asks why an action is illegal. An action that is legal after all is not played. */
    async explain(action: string): Promise<void> {
        if (this.sending) return;
        const answer = await this.#ask({ actions: [...this.actions, action] });
        if (answer?.status === "refused") this.#refuse(answer);
    }

    /** Says why a place cannot be selected, or an action is illegal. */
    refuse(reason: string, rule: string | null = null): void {
        this.refusal = { message: null, reason, rule };
        this.announcements.replace(sentence(reason));
    }

    /** The first hint is in words, if the level has any; the next one shows an action. */
    async help(): Promise<void> {
        if (this.sending) return;
        const answer = await this.#ask({ actions: this.actions, hint: true });
        if (!answer?.hint || !this.canHint) return;
        this.refusal = null;
        this.#showHint(answer.hint);
        this.hints += 1;
    }

    replayRefutation = (): void => this.playback.replay(this.#refutation);

    #showHint({ text, action }: LessonHint): void {
        if (text !== null && this.hintText === null) this.hintText = text;
        else this.hintAction = action ?? "";
    }

    async #show(actions: string[]): Promise<void> {
        const known = this.#answers.get(actions.join(" "));
        const answer = known ?? (await this.#ask({ actions }));
        if (!answer) return;
        this.#answers.set(actions.join(" "), answer);
        this.playback.clear();
        this.#refutation = [];
        this.transition = null;
        this.moved = new Set();
        this.#take(answer, actions);
    }

    /** The answer; null if the server gave none, or the learner did something else meanwhile. */
    async #ask(request: LessonRequest): Promise<LessonResponse | null> {
        const serial = (this.#serial += 1);
        try {
            const answer = await this.#handlers.ask(request);
            if (serial !== this.#serial) return null;
            this.errorText = "";
            return answer;
        } catch (error) {
            if (serial === this.#serial) this.errorText = (error as Error).message;
            return null;
        }
    }

    #refuse({ message, reason = "", rule }: LessonResponse): void {
        this.refusal = { message: message ?? null, reason, rule: rule ?? null };
        this.announcements.replace([message, reason].map((text) => (text ? sentence(text) : "")).join(" "));
        this.#handlers.sound("refused");
    }

    /** Shows an answer, with its steps one after the other. */
    #play(answer: LessonResponse, actions: string[]): void {
        const before = this.now!.seen.scene;
        const played = this.#steps(answer.played, before);
        this.#take(answer, actions);
        this.#refutation = this.#steps(answer.refutation, answer.seen.scene);
        played.forEach((step, index) => this.playback.add(step, index === 0));
        for (const step of this.#refutation) this.playback.add(step, false);
        if (answer.message) this.announcements.add(sentence(answer.message));
        if (answer.status === "missed") this.misses += 1;
        if (answer.status === "solved") this.#handlers.solved(this.stars);
    }

    #take(answer: LessonResponse, actions: string[]): void {
        this.now = answer;
        this.actions = actions;
        this.refusal = null;
        this.hintAction = null;
    }

    /** The steps as the playback shows them. */
    #steps(steps: LessonStep[], before: Scene): Step[] {
        return steps.map(({ by, seen }, index) => ({
            version: (this.#version += 1),
            turn: 0,
            by,
            effects: seen.happened.map(({ what }) => what),
            words: captionOf(seen),
            before: steps[index - 1]?.seen.scene ?? before,
        }));
    }

    #playStep(step: Step, pace: number, queued: boolean): void {
        const ahead = this.#ahead;
        this.#ahead = null;
        const glide = queued ? { step: glideTime(pace) } : {};
        if (isVisible(step.effects)) {
            this.transition = {
                effects: step.effects,
                before: ahead?.scene ?? step.before,
                put: ahead?.put ?? null,
                ...glide,
            };
            this.moved = new Set(changedPlaces(step.effects));
        }
        this.#announce(step);
        this.#handlers.sound(soundOf(step.effects));
    }

    /** Announces a step once: a replay is silent. */
    #announce({ version, words }: Step): void {
        if (version <= this.#announcedVersion) return;
        this.#announcedVersion = version;
        this.announcements.add(words);
    }
}
