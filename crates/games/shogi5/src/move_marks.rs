//! The directions in which each kind moves, for the marks that clients draw on the pieces: the table *Pieces* of
//! `rules.md`, shogi5/pieces/1 to shogi5/pieces/10.

use menagerie_game::MoveMark;

/// The marks with one reach in these directions: files to the right, rows forward.
const fn marks<const N: usize>(reach: u8, directions: [(i8, i8); N]) -> [MoveMark; N] {
    let mut marks = [MoveMark { right: 0, forward: 0, reach }; N];
    let mut i = 0;
    while i < N {
        (marks[i].right, marks[i].forward) = directions[i];
        i += 1;
    }
    marks
}

const STEP: u8 = 1;
const SLIDE: u8 = 0;
const AROUND: [(i8, i8); 8] = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)];

pub(crate) const KING: &[MoveMark] = &marks(STEP, AROUND);
/// The promoted soldier moves like the golden general.
pub(crate) const GOLD: &[MoveMark] = &marks(STEP, [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)]);
pub(crate) const SILVER: &[MoveMark] = &marks(STEP, [(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)]);
pub(crate) const ELEPHANT: &[MoveMark] = &marks(SLIDE, [(-1, 1), (1, 1)]);
pub(crate) const SPEAR: &[MoveMark] = &marks(SLIDE, [(0, 1)]);
pub(crate) const SOLDIER: &[MoveMark] = &marks(STEP, [(0, 1)]);
pub(crate) const PROMOTED_SILVER: &[MoveMark] = &marks(2, AROUND);
pub(crate) const PROMOTED_SPEAR: &[MoveMark] = &marks(SLIDE, [(0, 1), (-1, 0), (1, 0), (0, -1)]);
pub(crate) const PROMOTED_ELEPHANT: &[MoveMark] = &{
    let [a, b, c, d] = marks(SLIDE, [(-1, 1), (1, 1), (-1, -1), (1, -1)]);
    let [e, f, g, h] = marks(STEP, [(0, 1), (-1, 0), (1, 0), (0, -1)]);
    [a, b, c, d, e, f, g, h]
};
