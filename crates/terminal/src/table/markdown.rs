//! Renders a game's guide (Markdown) for the terminal: wrapped paragraphs, aligned tables,
//! unchanged diagrams.

use unicode_width::UnicodeWidthStr;

use crate::text_wrap::wrap;

/// The space between two columns of a table.
const GAP: usize = 2;
/// The minimum width of a column.
const NARROWEST: usize = 8;

/// The lines of a Markdown text. Headings keep their `#`, so that they can be styled.
pub(super) fn render(text: &str, width: usize) -> Vec<String> {
    let mut page = Page { width, lines: Vec::new(), paragraph: String::new(), table: Vec::new(), diagram: Vec::new() };
    let mut diagram = false;
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        if fence {
            page.finish();
            diagram = !diagram;
        } else if diagram || line.starts_with("    ") {
            page.finish_paragraph();
            page.finish_table();
            page.diagram.push(line.to_owned());
        } else if line.starts_with('|') {
            page.finish_paragraph();
            page.finish_diagram();
            page.table.push(cells(line));
        } else if line.is_empty() || line.starts_with('#') {
            page.finish();
            page.lines.push(plain(line));
        } else {
            page.finish_table();
            page.finish_diagram();
            if line.trim_start().starts_with("- ") || line.trim_start().starts_with("* ") {
                page.finish_paragraph();
            }
            page.paragraph.push_str(line);
            page.paragraph.push(' ');
        }
    }
    page.finish();
    page.lines
}

struct Page {
    width: usize,
    lines: Vec<String>,
    paragraph: String,
    table: Vec<Vec<String>>,
    diagram: Vec<String>,
}

impl Page {
    fn finish(&mut self) {
        self.finish_paragraph();
        self.finish_table();
        self.finish_diagram();
    }

    fn finish_paragraph(&mut self) {
        let paragraph = plain(&std::mem::take(&mut self.paragraph));
        self.lines.extend(wrap(&paragraph, self.width, "  "));
    }

    /// Keeps a diagram unchanged. If it is too wide, the text beside it moves below it.
    fn finish_diagram(&mut self) {
        let diagram = std::mem::take(&mut self.diagram);
        if diagram.iter().all(|line| line.width() <= self.width) {
            return self.lines.extend(diagram);
        }
        let mut words = String::new();
        for line in &diagram {
            let (drawn, beside) = split_words(line);
            self.lines.push(drawn.to_owned());
            words.push_str(beside);
            words.push(' ');
        }
        self.lines.extend(wrap(&words, self.width, "  "));
    }

    fn finish_table(&mut self) {
        let rows = std::mem::take(&mut self.table);
        self.lines.extend(table(rows, self.width));
    }
}

/// A row of a diagram and the text beside it, which at least four spaces separate.
fn split_words(line: &str) -> (&str, &str) {
    let start = line.len() - line.trim_start().len();
    match line[start..].find("    ") {
        Some(gap) => (&line[..start + gap], line[start + gap..].trim_start()),
        None => (line, ""),
    }
}

fn cells(line: &str) -> Vec<String> {
    line.trim().trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect()
}

/// The text without emphasis and code marks.
fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

/// A table with aligned columns. The widest columns shrink until the table fits; their cells are
/// wrapped.
fn table(mut rows: Vec<Vec<String>>, width: usize) -> Vec<String> {
    let is_rule =
        |row: &Vec<String>| row.iter().all(|cell| !cell.is_empty() && cell.chars().all(|it| "-:".contains(it)));
    let headed = rows.get(1).is_some_and(is_rule);
    rows.retain(|row| !is_rule(row));
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let natural = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let mut widths: Vec<usize> = (0..columns).map(|column| natural(column).unwrap_or(0)).collect();
    while widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) > width {
        match widths.iter_mut().max() {
            Some(widest) if *widest > NARROWEST => *widest -= 1,
            _ => break,
        }
    }
    let mut lines = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        lines.extend(row_lines(row, &widths));
        if number == 0 && headed {
            let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
            lines.push(rule.join(&" ".repeat(GAP)));
        }
    }
    lines
}

/// The lines of one row, as many as its longest cell needs.
fn row_lines(row: &[String], widths: &[usize]) -> Vec<String> {
    let wrapped: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, width)| wrap(cell, *width, "")).collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    let line = |index: usize| {
        let mut line = String::new();
        for (cell, width) in wrapped.iter().zip(widths) {
            let text = cell.get(index).map_or("", String::as_str);
            line.push_str(text);
            line.push_str(&" ".repeat(width.saturating_sub(text.width()) + GAP));
        }
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_aligned_and_its_cells_are_wrapped() {
        let text = "Before.\n\n| piece | becomes |\n|---|---|\n| **Pawn** | Knight |\n| Rook | Fortress, Scout or Warlock |\nAfter.";
        let lines = render(text, 24);
        assert_eq!(
            lines,
            [
                "Before.",
                "",
                "piece  becomes",
                "-----  -----------------",
                "Pawn   Knight",
                "Rook   Fortress, Scout",
                "       or Warlock",
                "After.",
            ]
        );
    }

    /// Every game's guide, as narrow as a terminal can be: no raw table, nothing wider than the screen.
    #[test]
    fn guides_have_no_raw_tables_and_fit() {
        for game in menagerie_catalog::games() {
            let info = game.info();
            for width in [78, 118, 198] {
                for line in render(info.guide, width) {
                    assert!(!line.starts_with('|'), "{}: {line}", info.id);
                    assert!(line.width() <= width, "{} at {width}: {line}", info.id);
                }
            }
        }
    }
}
