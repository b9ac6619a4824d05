/** Anchors for the rules in a rule file. Every rule has an id, and every refusal names one. */

import { html } from "./markdown";

/** Sections that hold no rules. */
const WITHOUT_RULES = ["source", "examples", "perft"];
/** Private-use characters around the ids that are inserted before the text becomes HTML. No rule file contains them. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];

/** The exact rules as HTML below a heading of level 2, with the id of every rule and heading in `data-rule`. */
export function rulesHtml(game: string, rules: string): string {
    const marker = new RegExp(`${OPEN}([\\w./-]+)${CLOSE}`, "g");
    return html(marked(game, rules), 2).replace(marker, '<span class="rule" data-rule="$1"></span>');
}

function marked(game: string, rules: string): string {
    let slug = "";
    let outside = false;
    let fenced = false;
    const lines = rules.split("\n").map((line) => {
        if (line.startsWith("```")) fenced = !fenced;
        if (fenced) return line;
        const heading = /^(#+)\s+(.*?)\s*(?:\{#([\w.-]+)\})?\s*$/.exec(line);
        if (heading) {
            slug = heading[3] ?? slugOf(heading[2]!);
            const named = [slug, slugOf(heading[2]!.replace(/^[\d. ]+/, ""))].some((one) =>
                WITHOUT_RULES.includes(one),
            );
            outside = heading[1]!.length <= 2 ? named : outside || named;
            return line.replace(/^#+\s+/, (start) => `${start}${OPEN}${game}/${slug}${CLOSE}`);
        }
        return outside
            ? line
            : withMark(line, (label) => (/^[A-Z]/.test(label) ? `${game}/${label}` : `${game}/${slug}/${label}`));
    });
    return lines.join("\n");
}

/** `3. …`, `| 3 | …`, `| R12 | …`, `- V3 …`, `- **E1** …`. */
const RULES = [/^(\d+)\. (?=.)/, /^\|\s*\**([A-Z]?\d+)\**\s*\|/, /^- \**([A-Z]\d+)\**(?= |$)/];

function withMark(line: string, id: (label: string) => string): string {
    const found = RULES.map((rule) => rule.exec(line)).find(Boolean);
    if (!found) return line;
    const begin = /^(\d+\. |\|\s*|- )/.exec(line)![0];
    return `${begin}${OPEN}${id(found[1]!)}${CLOSE}${line.slice(begin.length)}`;
}

/** A heading's number, or its words joined by `-`. */
function slugOf(title: string): string {
    const first = title.split(" ")[0] ?? "";
    if (/^\d/.test(first)) return first.replace(/\.+$/, "");
    return title
        .split(/[^A-Za-z0-9]+/)
        .filter(Boolean)
        .join("-")
        .toLowerCase();
}
