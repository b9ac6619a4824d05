/** Invitation links and codes of tables. */

import type { About } from "../wire";

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$)/;

/** The origin for links: the one in use, or the server's public one if that is a loopback address. */
export function publicOrigin(origin: string, about: About | null): string {
    return LOOPBACK.test(new URL(origin).hostname) && about?.reach ? about.reach.replace(/\/$/, "") : origin;
}

/** Whether links work only on this computer. */
export function isLocalOnly(origin: string, about: About | null): boolean {
    return LOOPBACK.test(new URL(publicOrigin(origin, about)).hostname);
}

/** The id of the table in a link or a code; null if there is none. */
export function parseTableCode(text: string): string | null {
    const found = /(?:\/t\/)?([A-Za-z0-9]{6,24})\/?$/.exec(text.trim());
    return found?.[1] ?? null;
}
