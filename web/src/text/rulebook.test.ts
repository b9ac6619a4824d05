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

const IDS = ["g/pieces/1", "g/pieces/2", "g/V3", "g/6.2/1", "g/words/7", "g/ruling/1", "g/R12", "g/E1"];

test("every rule of numbered lists, tables and labels can be found by its id, and the text stays what it was", () => {
    const found = rulesHtml("g", TEXT);
    expect([...found.matchAll(/data-rule="(.+?)"/g)].map(([, id]) => id)).toEqual(IDS);
    expect(found).toContain("<strong>Step</strong>: one");
    expect(found).not.toMatch(/[\uE000\uE001]/);
});
