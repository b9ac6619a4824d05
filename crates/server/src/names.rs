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

/// Control characters, and those that turn the direction of writing.
pub(crate) fn is_disturbing(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
