//! The eight directions of a board.

/// One of the eight directions, seen from the bottom of the board: north is towards higher ranks, east towards
/// later files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards higher ranks.
    North,
    /// Up and right.
    NorthEast,
    /// Towards later files.
    East,
    /// Down and right.
    SouthEast,
    /// Towards lower ranks.
    South,
    /// Down and left.
    SouthWest,
    /// Towards earlier files.
    West,
    /// Up and left.
    NorthWest,
}

use Direction::*;

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest];
    /// The four that follow a rank or a file.
    pub const ORTHOGONAL: [Self; 4] = [North, East, South, West];
    /// The four between them.
    pub const DIAGONAL: [Self; 4] = [NorthEast, SouthEast, SouthWest, NorthWest];

    /// How one step changes file and rank.
    ///
    /// ```
    /// # use menagerie_board::Direction;
    /// assert_eq!(Direction::NorthWest.delta(), (-1, 1));
    /// ```
    pub const fn delta(self) -> (i8, i8) {
        match self {
            North => (0, 1),
            NorthEast => (1, 1),
            East => (1, 0),
            SouthEast => (1, -1),
            South => (0, -1),
            SouthWest => (-1, -1),
            West => (-1, 0),
            NorthWest => (-1, 1),
        }
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Whether a step in this direction leads to a square of a higher index (so that the nearest blocker on a ray
    /// is its lowest bit).
    pub const fn is_ascending(self) -> bool {
        matches!(self, North | NorthEast | East | NorthWest)
    }
}
