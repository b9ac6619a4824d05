//! Words cut to fit.

use unicode_width::UnicodeWidthStr;

/// Breaks words into lines of at most `width` columns; what follows the first line is set in.
pub(crate) fn wrap(words: &str, width: usize, set_in: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("{set_in}{word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn words_are_wrapped() {
        assert_eq!(wrap("one two  three", 7, ""), ["one two", "three"]);
        assert_eq!(wrap("one two three", 8, "  "), ["one two", "  three"]);
        assert!(wrap(" ", 5, "").is_empty());
    }
}
