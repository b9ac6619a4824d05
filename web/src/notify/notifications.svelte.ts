/** Browser notifications. The page asks for the permission only when the player presses a button. */

import { go } from "../route.svelte";
import { isViewed } from "./viewing";
import { settings } from "../settings/settings.svelte";

/** `unsupported`: this browser has no notifications, or the page was not opened over HTTPS. */
export type NotificationState = "unsupported" | "off" | "on" | "blocked";

function permission(): NotificationPermission | null {
    return typeof Notification === "undefined" ? null : Notification.permission;
}

const known: { permission: NotificationPermission | null } = $state({ permission: permission() });

export function notificationState(): NotificationState {
    if (known.permission === null) return "unsupported";
    if (known.permission === "denied") return "blocked";
    return known.permission === "granted" && settings.notifications ? "on" : "off";
}

/** Asks for the permission, if the browser has not got it yet. Call it from a click. */
export async function enableNotifications(): Promise<void> {
    if (permission() === null) return;
    known.permission = await Notification.requestPermission();
    settings.notifications = known.permission === "granted";
}

export function disableNotifications(): void {
    settings.notifications = false;
}

/**
 * Shows a notification while the tab is hidden and no other tab shows the table. A newer one about the same table
 * replaces the older one.
 */
export async function notify(table: string, title: string, body: string): Promise<void> {
    if (!document.hidden || notificationState() !== "on" || (await isViewed(table))) return;
    try {
        const shown = new Notification(title, { body, tag: `menagerie-${table}`, icon: "/icon.svg" });
        shown.onclick = () => {
            window.focus();
            go(`/t/${table}`);
            shown.close();
        };
    } catch {
        // Some phones allow notifications only from a service worker.
        known.permission = null;
    }
}
