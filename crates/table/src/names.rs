//! Names, labels and nonces that people enter.

use menagerie_wire::{Code, Refused};

use crate::refusal::refused;

const MAX_NAME: usize = 30;
const MAX_NONCE: usize = 64;

/// A name to be shown: trimmed, neither empty nor long, nothing that would disturb a line.
pub fn name(text: &str) -> Result<String, Refused> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 || length > MAX_NAME || disturbs(text) {
        let sentence = format!("a name has 1 to {MAX_NAME} printable characters");
        return Err(refused(Code::Malformed, sentence));
    }
    Ok(text.to_owned())
}

/// What a person adds to the dice.
pub fn nonce(text: String) -> Result<String, Refused> {
    if text.chars().count() > MAX_NONCE || text.contains('\0') {
        return Err(refused(Code::TooMuch, format!("a nonce has at most {MAX_NONCE} characters")));
    }
    Ok(text)
}

/// What a person calls an API token: it may be left empty.
pub fn label(text: &str) -> Result<&str, Refused> {
    let sentence = "a label has printable characters only";
    if disturbs(text) { Err(refused(Code::Malformed, sentence)) } else { Ok(text) }
}

/// Whether a text holds characters that would make it look like nothing, or like another text. A variation selector may
/// follow an emoji, as keyboards write it.
fn disturbs(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|character| {
        let after = std::mem::replace(&mut before, character);
        is_disturbing(character) && !(character == EMOJI_STYLE && is_symbol(after))
    })
}

/// The same for a line of talk, where emoji may stand anywhere.
pub fn disturbs_talk(text: &str) -> bool {
    let is_shown = |character: char| !is_disturbing(character) && !character.is_whitespace();
    !text.chars().any(is_shown) || text.chars().any(|character| is_disturbing(character) && character != EMOJI_STYLE)
}

/// Shows the character before it as an emoji.
const EMOJI_STYLE: char = '\u{fe0f}';

/// Neither a letter nor a digit nor anything of ASCII: emoji among others.
fn is_symbol(character: char) -> bool {
    character > '\u{203b}' && !character.is_alphanumeric() && !is_disturbing(character)
}

/// Control characters, ends of lines, those that turn the direction of writing, and those that nobody sees: Unicode's
/// `Default_Ignorable_Code_Point`, with the tags (U+E0000 to U+E0FFF), and blanks that are no white space.
fn is_disturbing(character: char) -> bool {
    let ignorable = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    let breaking = matches!(character, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}' | '\u{2800}');
    ignorable || breaking || character.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_seen_and_stays_on_its_line() {
        for text in ["Ann", "Zoë", "李", "مریم", "🦊", "❤\u{fe0f}", "Sun ☀\u{fe0f}", "O'Neill-Smith 2"] {
            assert_eq!(name(text).ok().as_deref(), Some(text));
        }
        let invisible = ["\u{3164}", "\u{2060}", "\u{feff}x", "\u{ad}", "\u{2800}\u{2800}", "a\u{200d}b"];
        let turning = ["a\u{202e}b", "a\u{61c}b", "a\u{2066}b"];
        let tags = ["\u{e0041}", "Ann\u{e0041}", "🏴\u{e0067}\u{e0062}\u{e007f}", "\u{e0100}", "\u{e0fff}x"];
        let selecting = ["\u{fe0f}", "Ann\u{fe0f}", "a\u{fe00}", "❤\u{fe0f}\u{fe0f}", "\u{180b}", "\u{180f}x"];
        let ignorable = ["\u{fff0}", "x\u{fff8}", "\u{1bca0}", "\u{1d173}", "\u{206a}"];
        let breaking = ["a\u{2028}b", "a\u{2029}b", "a\nb", "a\u{1b}[31mb", "a\0"];
        for text in [&invisible[..], &turning, &breaking, &tags, &selecting, &ignorable].concat() {
            assert!(name(text).is_err(), "{}", text.escape_unicode());
            assert!(label(text).is_err(), "{}", text.escape_unicode());
        }
    }

    #[test]
    fn names_and_nonces_have_their_limits() {
        assert!(["", "  "].iter().all(|text| name(text).is_err()));
        assert_eq!(name(&format!(" {} ", "é".repeat(MAX_NAME))), Ok("é".repeat(MAX_NAME)));
        assert!(name(&"é".repeat(MAX_NAME + 1)).is_err());
        assert_eq!(nonce("é".repeat(MAX_NONCE)), Ok("é".repeat(MAX_NONCE)));
        assert!(nonce("é".repeat(MAX_NONCE + 1)).is_err() && nonce("a\0".to_owned()).is_err());
    }

    /// U+203B stands before the emoji: a variation selector after it is refused, one after U+203C is not.
    #[test]
    fn a_variation_selector_follows_an_emoji_only() {
        assert!(name("\u{203b}\u{fe0f}").is_err() && name("\u{203c}\u{fe0f}").is_ok());
    }

    #[test]
    fn a_line_of_talk_shows_something_and_stays_a_line() {
        for text in ["hi", "a b", "❤\u{fe0f}", "\u{fe0f} a"] {
            assert!(!disturbs_talk(text), "{}", text.escape_unicode());
        }
        for text in ["", " ", "\u{fe0f}", "\u{200b}", "a\u{202e}b", "a\nb"] {
            assert!(disturbs_talk(text), "{}", text.escape_unicode());
        }
    }
}
