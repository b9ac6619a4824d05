//! A value as one byte. While a table is solved, undecided positions use the bytes that no value has.

use menagerie_game::TableValue;

use crate::rules::NO_PROGRESS;

/// The greatest distance of a win: with more actions to the next capture the match is drawn first (jungle/match/2).
pub(super) const LONGEST: u8 = NO_PROGRESS as u8;

/// Neither side can force a win.
pub(super) const DRAW: u8 = 0;

/// The mover cannot lose, because a capture draws; it may still win.
pub(super) const SAFE: u8 = 254;

/// No position has this index: two tokens share a square, or the mirrored position stands for it.
pub(super) const UNUSED: u8 = 255;

const FIRST_LOSS: u8 = LONGEST + 1;
const LAST_LOSS: u8 = FIRST_LOSS + LONGEST;

/// The mover wins in this many actions, at least 1.
#[inline]
pub(super) const fn wins(plies: u8) -> u8 {
    plies
}

/// The mover loses in this many actions.
#[inline]
pub(super) const fn loses(plies: u8) -> u8 {
    FIRST_LOSS + plies
}

/// Undecided: so far this many quiet actions, at least 1, do not lose.
#[inline]
pub(super) const fn undecided(quiet: u8) -> u8 {
    LAST_LOSS + quiet
}

/// The number of quiet actions that do not lose, if the byte is [`undecided`].
#[inline]
pub(super) const fn remaining(byte: u8) -> Option<u8> {
    if byte > LAST_LOSS && byte < SAFE { Some(byte - LAST_LOSS) } else { None }
}

#[inline]
pub(super) const fn is_win(byte: u8) -> bool {
    byte != DRAW && byte <= LONGEST
}

#[inline]
pub(super) const fn is_loss(byte: u8) -> bool {
    byte >= FIRST_LOSS && byte <= LAST_LOSS
}

/// What a byte of a finished table means.
pub(super) const fn decode(byte: u8) -> TableValue {
    if is_win(byte) {
        TableValue::Wins { plies: byte as u32 }
    } else if is_loss(byte) {
        TableValue::Loses { plies: (byte - FIRST_LOSS) as u32 }
    } else {
        TableValue::Draw
    }
}
