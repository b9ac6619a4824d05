/** Reads the examples of a rule file: a title, a position and a remark each. */

export interface Example {
    title: string;
    position: string;
    remark: string;
}

const HEADING = /^###\s+(?:Example\s+)?(.+?)\s*(?:\{#[\w.-]+\})?\s*$/;

export function examplesOf(rules: string): Example[] {
    const examples: Example[] = [];
    let title = "";
    const lines = rules.split("\n");
    for (let i = 0; i < lines.length; i++) {
        const heading = HEADING.exec(lines[i]!);
        if (heading) title = heading[1]!.replace(/^\d+[.:]?\s*/, "");
        if (lines[i] !== "```example") continue;
        const end = lines.indexOf("```", i + 1);
        if (end < 0) break;
        const position = lines.slice(i + 1, end).find((line) => line.startsWith("position: "));
        const remark: string[] = [];
        for (i = end + 1; i < lines.length && !/^(#|```)/.test(lines[i]!); i++) remark.push(lines[i]!);
        i -= 1;
        if (position && title)
            examples.push({
                title,
                position: position.slice("position: ".length).trim(),
                remark: remark.join("\n").trim(),
            });
    }
    return examples;
}
