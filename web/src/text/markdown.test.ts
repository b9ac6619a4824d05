import { expect, test } from "vitest";
import { html } from "./markdown";

test("Markdown cannot bring scripts, pictures or strange links", () => {
    const made = html(
        '# Title {#t}\n\n<script>x</script>\n\n![p](http://e/x.png) [a](javascript:x) [b](https://e "t")',
    );
    expect(made).not.toContain("<script");
    expect(made).not.toContain("<img");
    expect(made).not.toContain("javascript:");
    expect(made).toContain('<a href="https://e"');
    expect(made).toContain("<h2>Title</h2>");
});

test("headings of a text follow the level of the heading above it", () => {
    expect(html("## Pieces\n\n### Rat")).toBe("<h2>Pieces</h2><h3>Rat</h3>");
    expect(html("## Pieces\n\n### Rat", 2)).toBe("<h3>Pieces</h3><h4>Rat</h4>");
});
