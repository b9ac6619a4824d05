/** Markdown to HTML without scripts, images or raw HTML, which is shown as text. */

import { Marked } from "marked";
import { t } from "../messages";

const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** `below`: the level of the heading above the text. */
const markedBelow = (below: number) =>
    new Marked({
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
                // The texts come without their title, so their first headings have depth 2.
                const level = Math.min(6, Math.max(below + 1, depth + below - 1));
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
                return `<div class="table" tabindex="0" role="region" aria-label="${escaped(t("text-markdown-table"))}"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
            },
        },
    });

const PARSERS = { 1: markedBelow(1), 2: markedBelow(2) };

/** `below`: the level of the heading above the text. */
export function html(text: string, below: keyof typeof PARSERS = 1): string {
    // A screen reader should not announce the empty headers of layout tables.
    return (PARSERS[below].parse(text, { async: false }) as string).replaceAll("<th></th>", "<td></td>");
}
