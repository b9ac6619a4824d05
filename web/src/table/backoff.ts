/** How long to wait before the next try: longer each time, up to ten seconds, never all at once. */
export function wait(tries: number, random: number = Math.random()): number {
    const most = Math.min(10_000, 400 * 2 ** Math.min(tries, 6));
    return most / 2 + (most / 2) * random;
}
