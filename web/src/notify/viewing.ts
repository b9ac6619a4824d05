/** Which tables a visible tab of this browser shows now, by Web Locks: a closed tab releases its lock by itself. */

const lockName = (table: string) => `menagerie.viewing.${table}`;
const locks = () => (typeof navigator === "undefined" ? undefined : navigator.locks);

/** Marks a table as shown while this tab is visible. Returns how to end that. */
export function holdViewing(table: string): () => void {
    let release: (() => void) | null = null;
    function update(): void {
        if (document.hidden) {
            release?.();
            release = null;
        } else if (!release) {
            const until = new Promise<void>((done) => (release = done));
            void locks()
                ?.request(lockName(table), { mode: "shared" }, () => until)
                .catch(() => {});
        }
    }
    document.addEventListener("visibilitychange", update);
    update();
    return () => {
        document.removeEventListener("visibilitychange", update);
        release?.();
    };
}

/** Whether a visible tab shows this table. */
export async function isViewed(table: string): Promise<boolean> {
    const { held = [] } = (await locks()?.query()) ?? {};
    return held.some(({ name }) => name === lockName(table));
}
