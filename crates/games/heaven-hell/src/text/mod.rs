//! Position and view texts (heaven-hell/3).

mod check;
mod fields;
mod pieces;
mod read;
mod tasks;
mod write;

use std::fmt;
use std::str::FromStr;

use menagerie_game::TextError;

use crate::position::Position;

pub(crate) use read::read;
pub(crate) use write::write;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, 0, f)
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match read(text)? {
            (position, 0) => Ok(position),
            _ => Err(TextError::form("traps", "?", "known in a position; only a view hides them")),
        }
    }
}
