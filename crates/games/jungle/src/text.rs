//! Position and action text. Reading accepts exactly what writing gives.

use std::fmt;
use std::str::FromStr;

use menagerie_game::TextError;
use menagerie_game::text::{Cell, row, write_board};

use crate::actions::Action;
use crate::board::{DEN, Square, WATER};
use crate::piece::{Animal, Side, Token};
use crate::position::Position;

const FILES: u8 = 7;
const RANKS: u8 = 9;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, FILES, RANKS, |file, rank| Some(self.token_on(Square::new(file, rank)?)?.letter()))?;
        write!(f, " {}{}", self.mover.letter(), if self.classic { " classic" } else { "" })
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (board, mover, classic) = read_fields(text)?;
        let mut position = Self::empty(read_mover(mover)?, classic);
        let mut ranks = (0..RANKS).rev();
        for row in board.split('/') {
            let rank = ranks.next().ok_or_else(|| TextError::form("board", board, "nine ranks joined by '/'"))?;
            position.read_rank(row, rank)?;
        }
        if ranks.next().is_some() {
            return Err(TextError::form("board", board, "nine ranks joined by '/'"));
        }
        position.check()?;
        Ok(position)
    }
}

/// The board, the mover, and whether the rule set `classic` is on.
fn read_fields(text: &str) -> Result<(&str, &str, bool), TextError> {
    let mut fields = text.split(' ');
    match (fields.next(), fields.next(), fields.next(), fields.next()) {
        (Some(board), Some(mover), None, None) => Ok((board, mover, false)),
        (Some(board), Some(mover), Some("classic"), None) => Ok((board, mover, true)),
        (_, _, Some(rule_set), None) => Err(TextError::form("rule set", rule_set, "'classic', or left out")),
        _ => Err(TextError::Fields { expected: "two or three fields", found: text.split(' ').count() }),
    }
}

fn read_mover(text: &str) -> Result<Side, TextError> {
    match text {
        "r" => Ok(Side::Red),
        "b" => Ok(Side::Black),
        _ => Err(TextError::form("mover", text, "'r' or 'b'")),
    }
}

impl Position {
    fn read_rank(&mut self, text: &str, rank: u8) -> Result<(), TextError> {
        let wrong =
            || TextError::form("rank", text, "seven squares: letters of tokens, and digits for runs of empty ones");
        let mut file = 0;
        for cell in row(text).ok_or_else(wrong)? {
            match cell {
                Cell::Empty(run) => file += run,
                Cell::Letters(letters) => {
                    for letter in letters.chars() {
                        let token = Token::from_letter(letter).ok_or_else(wrong)?;
                        let square = Square::new(file, rank).ok_or_else(wrong)?;
                        self.read_token(token, square)?;
                        file += 1;
                    }
                }
            }
        }
        if file == FILES { Ok(()) } else { Err(wrong()) }
    }

    fn read_token(&mut self, token: Token, square: Square) -> Result<(), TextError> {
        let Token { animal, side } = token;
        let name = format!("{} {}", side.name(), animal.name());
        if let Some(other) = self.square_of(token) {
            return Err(no_position("jungle/position-text/5", format!("the {name} stands on {other} and on {square}")));
        }
        if animal != Animal::Rat && WATER.contains(square) {
            return Err(no_position("jungle/position-text/6", format!("the {name} on {square} would be in the water")));
        }
        if DEN[side] == square {
            return Err(no_position("jungle/position-text/7", format!("the {name} stands in its own den {square}")));
        }
        self.put(token, square);
        Ok(())
    }

    /// The checks that need all tokens on the board.
    fn check(&self) -> Result<(), TextError> {
        if self.held.0.iter().all(|held| held.is_empty()) {
            return Err(no_position("jungle/position-text/4", "there is no token on the board".into()));
        }
        if Side::ALL.into_iter().all(|side| self.token_on(DEN[side]).is_some()) {
            return Err(no_position("jungle/position-text/8", "there are tokens in both dens".into()));
        }
        Ok(())
    }
}

fn no_position(rule: &'static str, reason: String) -> TextError {
    TextError::not_a_position(rule, reason)
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Action {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::not_an_action(text, "write the start square and the end square, as in g3g4");
        let (from, rest) = Square::take(text).ok_or_else(wrong)?;
        let to = rest.parse().map_err(|_| wrong())?;
        Ok(Self { from, to })
    }
}
