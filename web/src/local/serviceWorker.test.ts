import { expect, test } from "vitest";
import { filledIn, storedFiles } from "../../service-worker/plugin";

test("every file of the page is stored, whatever its hash ends with", () => {
    const names = ["assets", "assets/Rules-5oLqLhsw.js", "assets/Rules-5oLqLhsw.js.br", "icon.svg"];
    const stored = storedFiles([...names, "index.html", "sw.js", "assets/aindex.html.css"]);
    expect(stored).toEqual(["/assets/Rules-5oLqLhsw.js", "/icon.svg", "/assets/aindex.html.css"]);
});

test("the version changes with the files, and only with them", () => {
    const source = 'const VERSION = "__VERSION__"; const FILES = __FILES__;';
    const one = filledIn(source, ["/a.js", "/b.js"]);
    expect(filledIn(source, ["/b.js", "/a.js"])).toBe(one);
    expect(filledIn(source, ["/a.js", "/c.js"]).slice(0, 36)).not.toBe(one.slice(0, 36));
});
