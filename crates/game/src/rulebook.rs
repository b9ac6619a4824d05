//! Reads a game's `rules.md`: the rules' ids, the headings' anchors, the examples, the perft tables.

/// What a rule file holds for programs.
#[derive(Debug, Default)]
pub struct Rulebook {
    /// The ids of all rules, in order: `jungle/captures/2`.
    pub ids: Vec<String>,
    /// The anchors of all headings, in order: `captures`, `example-3`.
    pub anchors: Vec<String>,
    /// The anchors of the headings of level 2, in order.
    pub sections: Vec<String>,
    /// The fenced blocks, in order.
    pub blocks: Vec<Block>,
}

/// A fenced block.
#[derive(Debug)]
pub struct Block {
    /// The heading it stands under.
    pub heading: String,
    /// The word behind the fence: `example`, `perft`, `console-in`.
    pub kind: String,
    /// The lines between the fences.
    pub lines: Vec<String>,
}

/// Sections that hold no rules.
const WITHOUT_RULES: [&str; 3] = ["source", "examples", "perft"];

impl Rulebook {
    /// Reads the rule file of a game.
    pub fn read(game: &str, text: &str) -> Self {
        let mut book = Self::default();
        let mut section = Section::default();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(kind) = line.trim().strip_prefix("```") {
                let block = lines.by_ref().take_while(|line| line.trim() != "```").map(str::to_owned).collect();
                book.blocks.push(Block { heading: section.title.clone(), kind: kind.trim().to_owned(), lines: block });
            } else if line.starts_with('#') {
                section.enter(line);
                book.anchors.push(section.slug.clone());
                if line.starts_with("## ") {
                    book.sections.push(section.slug.clone());
                }
            } else if !section.without_rules {
                book.ids.extend(rule_label(line).map(|label| section.id(game, label)));
            }
        }
        book
    }

    /// The blocks of one kind.
    pub fn blocks(&self, kind: &str) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(move |block| block.kind == kind)
    }
}

/// Where in the file we are.
#[derive(Default)]
struct Section {
    title: String,
    slug: String,
    /// The slug of the section of level 2 around this one.
    without_rules: bool,
}

impl Section {
    fn enter(&mut self, line: &str) {
        let level = line.bytes().take_while(|&b| b == b'#').count();
        let heading = line[level..].trim();
        let (title, anchor) = match heading.strip_suffix('}').and_then(|rest| rest.split_once("{#")) {
            Some((title, anchor)) => (title.trim(), Some(anchor)),
            None => (heading, None),
        };
        title.clone_into(&mut self.title);
        self.slug = anchor.map_or_else(|| slug(title), str::to_owned);
        let bare = title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
        let named = WITHOUT_RULES.contains(&self.slug.as_str()) || WITHOUT_RULES.contains(&slug(bare).as_str());
        self.without_rules = if level <= 2 { named } else { self.without_rules || named };
    }

    fn id(&self, game: &str, label: &str) -> String {
        if label.starts_with(|c: char| c.is_ascii_uppercase()) {
            format!("{game}/{label}")
        } else {
            format!("{game}/{}/{label}", self.slug)
        }
    }
}

/// A heading's own number, or its words joined by `-`.
fn slug(title: &str) -> String {
    let first = title.split(' ').next().unwrap_or_default();
    if first.starts_with(|c: char| c.is_ascii_digit()) {
        return first.trim_end_matches('.').to_owned();
    }
    let words: Vec<_> = title
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}

/// The number or label a line's rule has: `3. …`, `| 3 | …`, `- V3 …`, `- **E1** …`, `| R12 | …`.
fn rule_label(line: &str) -> Option<&str> {
    if let Some((number, rest)) = line.split_once(". ")
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit())
        && !rest.is_empty()
    {
        return Some(number);
    }
    let (cell, in_table) = match line.strip_prefix('|') {
        Some(row) => (row.split('|').next()?.trim(), true),
        None => (line.strip_prefix("- ")?.split(' ').next()?, false),
    };
    let cell = cell.trim_matches('*');
    let letters = cell.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = cell.len() - letters;
    let numbered = digits > 0 && cell.bytes().skip(letters).all(|b| b.is_ascii_digit());
    (numbered && (letters == 1 || (letters == 0 && in_table))).then_some(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Game\n## Source\n1. not a rule\n## Pieces\n1. **Step**: one\n2. two\n- V3 a check\n\
        ## 6 Movement\n### 6.2 LAND\n1. first\n### Words\n| # | b |\n|---|---|\n| 7 | x |\n## Rulings {#ruling}\n| 1 | q |\n\
        | R12 | q |\n- **E1** One\n## Examples\n### Example 1: a start\n1. no\n```example\nposition: x\n```\n## 18 Perft\n| 1 | 2 |\n";

    #[test]
    fn ids_come_from_numbered_lists_tables_and_labels() {
        let book = Rulebook::read("g", TEXT);
        let expected = ["g/pieces/1", "g/pieces/2", "g/V3", "g/6.2/1", "g/words/7", "g/ruling/1", "g/R12", "g/E1"];
        assert_eq!(book.ids, expected);
        let anchors =
            ["game", "source", "pieces", "6", "6.2", "words", "ruling", "examples", "example-1-a-start", "18"];
        assert_eq!(book.anchors, anchors);
        assert_eq!(book.sections, ["source", "pieces", "6", "ruling", "examples", "18"]);
    }

    #[test]
    fn blocks_know_their_heading_and_kind() {
        let book = Rulebook::read("g", TEXT);
        let block = book.blocks("example").next().unwrap();
        assert_eq!(
            (block.heading.as_str(), block.lines.as_slice()),
            ("Example 1: a start", &["position: x".to_owned()][..])
        );
    }
}
