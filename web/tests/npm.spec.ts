import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect, test } from "@playwright/test";

/** The folder that `cargo xtask npm` makes. */
const { NPM_PACKAGE: folder } = process.env;
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

test("the example page of the npm package plays a game", async ({ page }) => {
    test.skip(!folder, "the package was not made");
    const server = createServer((request, response) => {
        const path = join(folder!, "package", request.url ?? "");
        if (!existsSync(path)) return response.writeHead(404).end();
        response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
        createReadStream(path).pipe(response);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/example.html`);
    const [board, buttons] = [page.locator("#board"), page.locator("#choices button")];
    for (let turn = 0; turn < 3; turn++) {
        await expect(buttons.first()).toBeVisible({ timeout: 20_000 });
        const before = await board.textContent();
        await buttons.first().click();
        await expect(board).not.toHaveText(before!);
    }
    await expect(buttons.first()).toBeVisible({ timeout: 20_000 });
    server.close();
});
