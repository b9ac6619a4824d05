//! Words cut to fit.

use menagerie_match::TimeControl;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Breaks words into lines of at most `width` columns; what follows the first line is set in. A word that is longer than a line
/// is broken too.
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

/// A word in pieces of at most so many columns.
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

/// Words in one line. If they do not fit, whole words are left out at the end, and an ellipsis says so.
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

/// A time control for people: `5 minutes, and 3 seconds for each turn`.
pub(crate) fn clock_in_words(control: TimeControl) -> String {
    let counted = |number: u32, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let long = |seconds: u32| match (seconds / 60, seconds % 60) {
        (0, seconds) => counted(seconds, "second"),
        (minutes, 0) => counted(minutes, "minute"),
        (minutes, seconds) => format!("{} {}", counted(minutes, "minute"), counted(seconds, "second")),
    };
    match control {
        TimeControl::None => "no clock".to_owned(),
        TimeControl::Fischer { initial, increment: 0 } => format!("{} for the game", long(initial)),
        TimeControl::Fischer { initial, increment } => {
            format!("{}, and {} for each turn", long(initial), long(increment))
        }
        TimeControl::Byoyomi { initial, period, periods } => {
            format!("{}, then {} of {} each", long(initial), counted(periods, "period"), long(period))
        }
        TimeControl::Days { days } => format!("{} for each turn", counted(days, "day")),
    }
}

#[cfg(test)]
mod tests {
    use super::{clock_in_words, shorten, wrap};

    #[test]
    fn clocks_are_told_in_words() {
        let words = |text: &str| clock_in_words(text.parse().expect("a time control"));
        assert_eq!(words("5+3"), "5 minutes, and 3 seconds for each turn");
        assert_eq!(words("1+0"), "1 minute for the game");
        assert_eq!(words("0:30+1x10"), "30 seconds, then 1 period of 10 seconds each");
        assert_eq!(words("1d"), "1 day for each turn");
    }

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
