/** Polling that pauses while the tab is hidden. */

/**
 * Calls `ask` now and then every `interval` milliseconds while the tab is visible. A slow answer delays the next call.
 * A tab that becomes visible again calls at once. Returns how to stop.
 */
export function pollWhileVisible(ask: () => Promise<void>, interval: number): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let busy = false;
    let stopped = false;
    async function next(): Promise<void> {
        clearTimeout(timer);
        if (busy || stopped || document.hidden) return;
        busy = true;
        await ask().catch(() => {});
        busy = false;
        if (!stopped) timer = setTimeout(() => void next(), interval);
    }
    const changed = () => void next();
    document.addEventListener("visibilitychange", changed);
    void next();
    return () => {
        stopped = true;
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", changed);
    };
}
