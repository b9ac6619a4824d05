// The service worker: the page starts without a network. The build fills in the list of files and their version.
/* global self, caches, fetch, Response */

const VERSION = "__VERSION__";
const FILES = __FILES__;
const CACHE = `menagerie-${VERSION}`;
const DOCUMENT = "/";

// A new version is loaded beside the old one and takes over when no tab of the old one is left, so that an update never
// takes a file away from a running game.
self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([DOCUMENT, ...FILES])));
});

self.addEventListener("activate", (event) => {
    event.waitUntil(removeOthers());
});

async function removeOthers() {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== self.location.origin) return;
    // The API is the server's, or the page answers itself.
    if (url.pathname.startsWith("/api/") || url.pathname.startsWith("/game/")) return;
    event.respondWith(request.mode === "navigate" ? opened(request) : file(request));
});

/** A screen: the server's document, or the stored one if there is no network. */
async function opened(request) {
    try {
        return await fetch(request);
    } catch {
        return (await caches.match(DOCUMENT, { cacheName: CACHE })) ?? Response.error();
    }
}

/** A file of the page: its name changes with its content, so the stored one is right. */
async function file(request) {
    return (await caches.match(request, { cacheName: CACHE, ignoreSearch: true })) ?? fetch(request);
}
