//! Two tiny games that have everything a match must cope with.

pub(crate) mod stairs;
pub(crate) mod trio;

use menagerie_game::{SeatInfo, Shape};

/// A seat's facts, as far as a toy needs them.
pub(crate) const fn seat(name: &'static str, letter: char) -> SeatInfo {
    SeatInfo { name, letter, fill: "#ffffff", ink: "#000000", shape: Shape::Circle }
}
