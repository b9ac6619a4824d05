/** The sentences of the live region: a screen reader speaks each line once, when it is added. */

/** Lines that follow each other faster than this stand together, so that none replaces one that is not spoken yet. */
const TOGETHER = 1500;
const MOST_LINES = 8;

export class Announcements {
    lines = $state.raw<{ id: number; text: string }[]>([]);
    text = $derived(this.lines.map(({ text }) => text).join(". "));
    #serial = 0;
    #saidAt = -Infinity;

    add(text: string): void {
        if (!text) return;
        const now = performance.now();
        const earlier = now - this.#saidAt < TOGETHER ? this.lines : [];
        this.#saidAt = now;
        this.lines = [...earlier, { id: ++this.#serial, text }].slice(-MOST_LINES);
    }

    /** One sentence instead of all before it. */
    replace(text: string): void {
        this.lines = [];
        this.add(text);
    }
}
