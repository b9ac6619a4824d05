/** Sounds, synthesised with the Web Audio API: no files, no requests. */

import { settings, type SoundSwitch } from "../settings/settings.svelte";
import type { Effect } from "../wire";

export type Sound = "move" | "capture" | "appear" | "coins" | "refused" | "end" | "turn" | "joined" | "clock" | "chat";

/** The setting that switches a sound; null for those that only the main switch silences. */
const SWITCHES: Record<Sound, SoundSwitch | null> = {
    move: "soundMoves",
    appear: "soundMoves",
    coins: "soundMoves",
    capture: "soundCaptures",
    turn: "soundTurn",
    joined: "soundTurn",
    clock: "soundClock",
    chat: "soundChat",
    refused: null,
    end: null,
};

/** Frequency in hertz, start and length in seconds, loudness from 0 to 1. */
type Note = readonly [frequency: number, at: number, length: number, loudness: number, wave: OscillatorType];

const NOTES: Record<Sound, readonly Note[]> = {
    move: [
        [190, 0, 0.07, 0.5, "triangle"],
        [95, 0, 0.05, 0.4, "sine"],
    ],
    capture: [
        [130, 0, 0.13, 0.7, "triangle"],
        [62, 0.01, 0.16, 0.6, "sine"],
        [310, 0, 0.03, 0.25, "square"],
    ],
    appear: [
        [520, 0, 0.1, 0.22, "sine"],
        [780, 0.06, 0.14, 0.2, "sine"],
    ],
    coins: [
        [1180, 0, 0.06, 0.16, "triangle"],
        [1570, 0.05, 0.1, 0.14, "triangle"],
    ],
    refused: [
        [150, 0, 0.09, 0.4, "sawtooth"],
        [120, 0.1, 0.12, 0.35, "sawtooth"],
    ],
    end: [
        [392, 0, 0.22, 0.3, "sine"],
        [523, 0.16, 0.22, 0.3, "sine"],
        [659, 0.32, 0.5, 0.3, "sine"],
    ],
    // After the sound of the move.
    turn: [
        [660, 0.18, 0.09, 0.2, "sine"],
        [880, 0.28, 0.12, 0.2, "sine"],
    ],
    clock: [
        [990, 0, 0.05, 0.3, "square"],
        [990, 0.12, 0.05, 0.3, "square"],
    ],
    chat: [
        [740, 0, 0.06, 0.2, "sine"],
        [590, 0.07, 0.09, 0.2, "sine"],
    ],
    joined: [
        [523, 0, 0.14, 0.3, "sine"],
        [784, 0.12, 0.3, 0.3, "sine"],
    ],
};

/** The gain of a note with loudness 1 at full volume. */
const LOUDEST = 0.3;

let context: AudioContext | null = null;

/** Whether the settings allow a sound. */
export function isAudible(sound: Sound): boolean {
    const key = SWITCHES[sound];
    return settings.sounds && settings.volume > 0 && (key === null || settings[key]);
}

export function play(sound: Sound): void {
    if (isAudible(sound)) playNow(sound);
}

/** Plays a sound also if it is switched off, to try it out. */
export function playNow(sound: Sound): void {
    try {
        context ??= new AudioContext();
    } catch {
        return;
    }
    // Browsers allow sound only after the first click or key.
    if (context.state === "suspended") void context.resume();
    for (const note of NOTES[sound]) ring(context, note);
}

function ring(audio: AudioContext, [frequency, at, length, loudness, wave]: Note): void {
    const begin = audio.currentTime + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(frequency, begin);
    tone.frequency.exponentialRampToValueAtTime(frequency * 0.8, begin + length);
    volume.gain.setValueAtTime(Math.max(0.0001, loudness * LOUDEST * (settings.volume / 100)), begin);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length);
}

/** The sound for a list of effects: that of the most important one. */
export function soundOf(effects: Effect[]): Sound {
    const has = (...kinds: Effect["effect"][]) => effects.some(({ effect }) => kinds.includes(effect));
    if (has("ended")) return "end";
    if (has("captured", "died", "eliminated")) return "capture";
    if (has("became")) return "appear";
    // Every turn brings a coin. Only coins that are picked up or paid make a sound.
    if (has("counter") && !has("turn")) return "coins";
    if (has("moved")) return "move";
    if (has("appeared", "revealed")) return "appear";
    return has("counter") ? "coins" : "appear";
}
