import { expect, test } from "vitest";
import { rulesHtml } from "./rulebook";

const TEXT = `# Game
## Source
1. not a rule
## Pieces
1. **Step**: one
2. two
- V3 a check
## 6 Movement
### 6.2 LAND
1. first
### Words
| # | b |
|---|---|
| 7 | x |
## Rulings {#ruling}
| 1 | q |
| R12 | q |
- **E1** One
## Examples
### Example 1: a start
1. no
\`\`\`example
1. no
\`\`\`
## 18 Perft
| 1 | 2 |
`;

const HEADINGS = [
    "g/game",
    "g/source",
    "g/pieces",
    "g/6",
    "g/6.2",
    "g/words",
    "g/ruling",
    "g/examples",
    "g/example-1-a-start",
    "g/18",
];
const IDS = ["g/pieces/1", "g/pieces/2", "g/V3", "g/6.2/1", "g/words/7", "g/ruling/1", "g/R12", "g/E1"];

test("every rule in lists, tables and labels, and every heading, gets its id, and the text stays the same", () => {
    const found = rulesHtml("g", TEXT);
    const ids = [...found.matchAll(/data-rule="(.+?)"/g)].map(([, id]) => id!);
    expect(ids.filter((id) => !HEADINGS.includes(id))).toEqual(IDS);
    expect(ids.filter((id) => !IDS.includes(id))).toEqual(HEADINGS);
    expect(found).toContain("<strong>Step</strong>: one");
    expect(found).not.toMatch(/[\uE000\uE001]/);
});
