/** Markdown as HTML, without anything that could run or load: raw HTML is shown as text. */

import { Marked } from "marked";

const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const marked = new Marked({
    gfm: true,
    renderer: {
        html: ({ text }) => escaped(text),
        image: ({ text }) => escaped(text),
        link({ href, tokens }) {
            const words = this.parser.parseInline(tokens);
            return /^(https?:\/\/|#|\/)/.test(href)
                ? `<a href="${escaped(href)}" rel="noopener noreferrer">${words}</a>`
                : words;
        },
        heading({ tokens, depth }) {
            const words = this.parser.parseInline(tokens).replace(/\s*\{#[\w.-]+\}\s*$/, "");
            // The page has its own first heading.
            const level = Math.min(6, depth + 1);
            return `<h${level}>${words}</h${level}>`;
        },
        code({ text }) {
            return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
        },
        table(token) {
            const cell = (tag: string, tokens: Parameters<typeof this.parser.parseInline>[0]) =>
                `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
            const head = token.header.map(({ tokens }) => cell("th", tokens)).join("");
            const rows = token.rows
                .map((row) => `<tr>${row.map(({ tokens }) => cell("td", tokens)).join("")}</tr>`)
                .join("");
            return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
        },
    },
});

export function html(text: string): string {
    // Empty headers of layout tables carry nothing for a screen reader.
    return (marked.parse(text, { async: false }) as string).replaceAll("<th></th>", "<td></td>");
}
