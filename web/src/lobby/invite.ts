/** The link that others can follow to a table. */

import type { About } from "../wire/About";

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/;

/** Where others reach this server: the address in use, unless it means "this computer" and there is a better one. */
export function base(origin: string, about: About | null): string {
    return LOOPBACK.test(new URL(origin).hostname) && about?.reach ? about.reach.replace(/\/$/, "") : origin;
}

/** Whether nobody but this computer can follow a link. */
export function isLonely(origin: string, about: About | null): boolean {
    return LOOPBACK.test(new URL(base(origin, about)).hostname);
}

/** The table that a link or a code names; nothing if it names none. */
export function tableIn(text: string): string | null {
    const found = /(?:\/t\/)?([A-Za-z0-9]{6,24})\/?$/.exec(text.trim());
    return found?.[1] ?? null;
}
