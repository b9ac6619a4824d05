//! Text helpers: file names, capital letters, line wrapping.

/// The name of a file: a to z, then aa, ab, ….
pub(crate) fn file_name(x: u8) -> String {
    let letter = |i: u8| char::from(b'a' + i % 26);
    match x / 26 {
        0 => letter(x).to_string(),
        round => [letter(round - 1), letter(x)].iter().collect(),
    }
}

/// The text with a capital first letter.
#[cfg(feature = "pictures")]
pub(crate) fn capitalised(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Wraps text to lines of at most `width` characters. A longer word gets its own line.
pub(crate) fn wrap(words: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_lettered() {
        assert_eq!([0, 7, 25, 26, 255].map(file_name), ["a", "h", "z", "aa", "iv"]);
    }

    #[test]
    fn words_are_wrapped() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensible no", 5), ["incomprehensible", "no"]);
        assert!(wrap(" ", 5).is_empty());
    }
}
