/** A site in front of the test server that can be updated to another version, as an operator does. */

import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

export interface Deployment {
    url: string;
    /** From now on every file of the page has another name, and the old ones are gone. */
    update(): void;
    close(): void;
}

/** The folder of the page's files in the second version. */
const RENAMED = "renamed/";
/** Where the service worker has its version. */
const VERSION = /const VERSION = "/;
const isText = (type: string | undefined) => /javascript|html|css/.test(type ?? "");

export function deploy(upstream: string): Promise<Deployment> {
    let updated = false;
    const server = createServer((incoming, outgoing) => {
        const path = incoming.url ?? "/";
        if (updated && path.startsWith("/assets/")) return outgoing.writeHead(404).end();
        const { "accept-encoding": _, ...headers } = incoming.headers;
        const { hostname, port } = new URL(upstream);
        const options = { hostname, port, path: path.replace(RENAMED, "assets/"), method: incoming.method, headers };
        const passed = ask(options, (answer) => {
            const parts: Buffer[] = [];
            answer.on("data", (part: Buffer) => parts.push(part));
            answer.on("end", () => {
                const whole = Buffer.concat(parts);
                const text = updated && isText(answer.headers["content-type"]);
                const body = text
                    ? Buffer.from(whole.toString().replaceAll("assets/", RENAMED).replace(VERSION, "$&next-"))
                    : whole;
                outgoing.writeHead(answer.statusCode ?? 500, {
                    ...answer.headers,
                    "content-length": body.length,
                });
                outgoing.end(body);
            });
        });
        passed.on("error", () => outgoing.destroy());
        incoming.pipe(passed);
    });
    return new Promise((done) => {
        server.listen(0, "127.0.0.1", () => {
            const { port } = server.address() as AddressInfo;
            const close = () => (server.close(), server.closeAllConnections());
            done({ url: `http://127.0.0.1:${port}`, update: () => (updated = true), close });
        });
    });
}
