//! The 5×5 board: its squares, and the rows in which pieces promote.

use crate::Color;

/// A square of the 5×5 board.
pub type Square = menagerie_board::Square<5, 5>;
/// A set of squares: 25 bits.
pub(crate) type Set = menagerie_board::SquareSet<5, 5, u32>;

/// The last two rows of a side, where plain pieces promote.
pub(crate) const fn last_rows(color: Color) -> Set {
    match color {
        Color::White => Set::from_word(0b11_1111_1111 << 15),
        Color::Black => Set::from_word(0b11_1111_1111),
    }
}
