//! Texts that people give: names and nonces.

use menagerie_wire::Code;

use crate::refuse::No;

const LONGEST_NAME: usize = 30;
const LONGEST_NONCE: usize = 64;

/// A name to be shown: trimmed, neither empty nor long, nothing that would disturb a line.
pub(crate) fn name(text: &str) -> Result<String, No> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 || length > LONGEST_NAME || text.chars().any(is_disturbing) {
        let sentence = format!("a name has 1 to {LONGEST_NAME} printable characters");
        return Err(No::new(Code::Malformed, sentence));
    }
    Ok(text.to_owned())
}

/// What a person adds to the dice.
pub(crate) fn nonce(text: String) -> Result<String, No> {
    if text.chars().count() > LONGEST_NONCE || text.contains('\0') {
        return Err(No::new(Code::TooMuch, format!("a nonce has at most {LONGEST_NONCE} characters")));
    }
    Ok(text)
}

/// Control characters, ends of lines, those that turn the direction of writing, and those that nobody sees: a name of these
/// would look like none, or like another's.
pub(crate) fn is_disturbing(character: char) -> bool {
    let hidden = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{2028}'
            | '\u{2029}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}'
    );
    hidden || character.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_seen_and_stays_on_its_line() {
        for text in ["Ann", "Zoë", "李", "مریم", "🦊", "O'Neill-Smith 2"] {
            assert_eq!(name(text).ok().as_deref(), Some(text));
        }
        let invisible = ["\u{3164}", "\u{2060}", "\u{feff}x", "\u{ad}", "\u{2800}\u{2800}", "a\u{200d}b"];
        let turning = ["a\u{202e}b", "a\u{61c}b", "a\u{2066}b"];
        let breaking = ["a\u{2028}b", "a\u{2029}b", "a\nb", "a\u{1b}[31mb", "a\0"];
        for text in invisible.iter().chain(&turning).chain(&breaking) {
            assert!(name(text).is_err(), "{}", text.escape_unicode());
        }
    }
}
