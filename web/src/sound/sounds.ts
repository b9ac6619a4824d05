/** Sounds made on the spot: no files, no requests. */

import type { Effect } from "../wire/Effect";

export type Sound = "move" | "capture" | "appear" | "coins" | "refused" | "end" | "turn";

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
    turn: [[660, 0, 0.09, 0.18, "sine"]],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
    try {
        context ??= new AudioContext();
    } catch {
        return;
    }
    // Browsers stay silent until somebody has touched the page.
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
    volume.gain.setValueAtTime(loudness * 0.25, begin);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length);
}

/** The one sound for what happened: the weightiest of its effects. */
export function soundOf(effects: Effect[]): Sound {
    const has = (...kinds: Effect["effect"][]) => effects.some(({ effect }) => kinds.includes(effect));
    if (has("ended")) return "end";
    if (has("captured", "died", "eliminated")) return "capture";
    if (has("became")) return "appear";
    // A coin for nothing in particular comes with every turn: only what is picked up or paid rings.
    if (has("counter") && !has("turn")) return "coins";
    if (has("moved")) return "move";
    if (has("appeared", "revealed")) return "appear";
    return has("counter") ? "coins" : "turn";
}
