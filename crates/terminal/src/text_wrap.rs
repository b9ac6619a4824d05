//! Wraps and shortens text to the width of the terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Wraps text to lines of at most `width` columns. Lines after the first are indented. A word that
/// is longer than a line is broken.
pub(crate) fn wrap(words: &str, width: usize, set_in: &str) -> Vec<String> {
    let longest = width.saturating_sub(set_in.width()).max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace().flat_map(|word| pieces(word, longest)) {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            Some(_) => lines.push(format!("{set_in}{word}")),
            None => lines.push(word),
        }
    }
    lines
}

/// Splits a word into pieces of at most `longest` columns.
fn pieces(word: &str, longest: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut wide = 0;
    for letter in word.chars() {
        let width = letter.width().unwrap_or(0);
        if wide > 0 && wide + width > longest {
            pieces.push(String::new());
            wide = 0;
        }
        wide += width;
        if let Some(last) = pieces.last_mut() {
            last.push(letter);
        }
    }
    pieces
}

/// Shortens text to one line: whole words are cut at the end and replaced by an ellipsis.
pub(crate) fn shorten(words: &str, width: usize) -> String {
    if words.width() <= width {
        return words.to_owned();
    }
    let mut fits = 0;
    let mut wide = 0;
    for (at, letter) in words.char_indices() {
        wide += letter.width().unwrap_or(0);
        if wide >= width {
            break;
        }
        if letter == ' ' {
            fits = at;
        }
    }
    format!("{}…", words[..fits].trim_end())
}

#[cfg(test)]
mod tests {
    use super::{shorten, wrap};

    #[test]
    fn a_line_that_is_too_long_says_so() {
        assert_eq!(shorten("one two", 7), "one two");
        assert_eq!(shorten("one two three", 9), "one two…");
        assert_eq!(shorten("one", 2), "…");
    }

    #[test]
    fn words_are_wrapped() {
        assert_eq!(wrap("one two  three", 7, ""), ["one two", "three"]);
        assert_eq!(wrap("one two three", 8, "  "), ["one two", "  three"]);
        assert!(wrap(" ", 5, "").is_empty());
        assert_eq!(wrap("to http://box/t/abc", 8, ""), ["to", "http://b", "ox/t/abc"], "a long word is broken");
    }
}
