/** Which chat messages this player wrote, hides, and has read. */

import type { ChatMessage } from "../wire";
import { authorOf, isMuted, type Muted } from "./mutes.svelte";
import type { TableStore } from "./tableStore.svelte";

export class ChatReader {
    #store: () => TableStore;
    /** The time of the newest message that was read, by the server's clock. */
    #readAt = $state(0);
    /** Texts that this spectator has sent: messages of spectators name no seat. */
    #sent: string[] = [];

    constructor(store: () => TableStore) {
        this.#store = store;
        try {
            this.#readAt = Number(sessionStorage.getItem(this.#key) ?? 0);
        } catch {
            // Without storage a reload counts all messages as new.
        }
    }

    get #key(): string {
        return `menagerie.read.${this.#store().id}`;
    }

    /** The messages of people who are not muted. */
    get shown(): ChatMessage[] {
        return this.#store().chat.filter((message) => this.isOwn(message) || !isMuted(this.author(message)));
    }

    /** The muted people who have written here. */
    get hidden(): Muted[] {
        const authors = this.#store()
            .chat.filter((message) => !this.isOwn(message))
            .map((message) => this.author(message))
            .filter(isMuted);
        return [...new Map(authors.map((author) => [author.id, author])).values()];
    }

    /** The number of messages of others since the chat was last open. */
    get unread(): number {
        return this.shown.filter((message) => !this.isOwn(message) && message.at > this.#readAt).length;
    }

    author = (message: ChatMessage): Muted => authorOf(message, this.#store().table!);

    isOwn(message: ChatMessage): boolean {
        if (message.seat === null) return this.#store().tokens.length === 0 && this.#sent.includes(message.text);
        return this.#store().tokens.some(([seat]) => seat === message.seat);
    }

    sent(text: string): void {
        this.#sent.push(text);
    }

    /** The chat is on the screen. */
    read(): void {
        const newest = Math.max(0, ...this.#store().chat.map(({ at }) => at));
        if (newest <= this.#readAt) return;
        this.#readAt = newest;
        try {
            sessionStorage.setItem(this.#key, `${newest}`);
        } catch {
            // Without storage a reload counts all messages as new.
        }
    }
}
