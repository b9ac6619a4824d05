//! Random positions with few tokens.

use menagerie_game::{Dice, Rules};
use menagerie_jungle::{Animal, Position};

#[path = "place.rs"]
pub(crate) mod placing;

const RULE_SETS: [&str; 2] = ["", " classic"];

/// A random position with this many tokens in which the game goes on.
pub(crate) fn random_position(dice: &mut impl Dice, pieces: u32) -> Position {
    loop {
        let tokens: Vec<String> = (0..pieces)
            .map(|_| {
                let letter = Animal::ALL[dice.roll(8) as usize].letter();
                let letter = if dice.roll(2) == 0 { letter } else { letter.to_ascii_lowercase() };
                format!("{letter}{}{}", (b'a' + dice.roll(7) as u8) as char, 1 + dice.roll(9))
            })
            .collect();
        let (mover, rules) = (["r", "b"][dice.roll(2) as usize], RULE_SETS[dice.roll(2) as usize]);
        let text = placing::place(&tokens.join(" "), &format!("{mover}{rules}"));
        // A text with two tokens on one square has a token less.
        let position: Result<Position, _> = text.parse();
        if let Ok(position) = position.map_err(|_| ())
            && letters(&text).count() == pieces as usize
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

/// The letters of the tokens in the text of a position.
pub(crate) fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().take_while(|&letter| letter != ' ').filter(char::is_ascii_alphabetic)
}
