/** Exponential backoff with jitter: the pause before the next connection attempt in milliseconds, at most 10 seconds. */
export function backoff(tries: number, random: number = Math.random()): number {
    const most = Math.min(10_000, 400 * 2 ** Math.min(tries, 6));
    return most / 2 + (most / 2) * random;
}
