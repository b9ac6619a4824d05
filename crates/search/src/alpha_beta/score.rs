//! Scores inside the search: hundredths of a piece, with forced wins and losses far outside by their distance.

use menagerie_game::{Outcome, Seat};

use crate::Value;

/// No line is followed further than this.
pub(super) const MAX_PLY: usize = 120;
/// Winning here and now. A win after n actions is worth n less.
pub(super) const WIN: i32 = 32_000;
/// Anything beyond is a forced win.
pub(super) const DECIDED: i32 = WIN - 1_000;
/// More than any score.
pub(super) const INFINITE: i32 = WIN + 1;
/// The most that an evaluation may say.
const MOST: i32 = 30_000;

/// A win after so many actions from the root.
#[inline]
pub(super) const fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// An evaluation, kept away from the forced wins.
#[inline]
pub(super) fn clamped(evaluation: i32) -> i32 {
    evaluation.clamp(-MOST, MOST)
}

/// What an outcome is worth to a seat, after so many actions.
pub(super) fn of_outcome(outcome: Outcome, seat: Seat, ply: usize) -> i32 {
    let share = outcome.score(seat).as_f64();
    if share > 0.5 {
        win_at(ply)
    } else if share < 0.5 {
        -win_at(ply)
    } else {
        0
    }
}

/// A score as seen from a position so many actions below the root: what may be stored with it.
#[inline]
pub(super) const fn from_here(score: i32, ply: usize) -> i32 {
    if score >= DECIDED {
        score + ply as i32
    } else if score <= -DECIDED {
        score - ply as i32
    } else {
        score
    }
}

/// The other way round.
#[inline]
pub(super) const fn from_root(score: i32, ply: usize) -> i32 {
    if score >= DECIDED {
        score - ply as i32
    } else if score <= -DECIDED {
        score + ply as i32
    } else {
        score
    }
}

/// For the world outside.
pub(super) fn value(score: i32) -> Value {
    if score >= DECIDED {
        Value::Wins { plies: (WIN - score) as u32 }
    } else if score <= -DECIDED {
        Value::Loses { plies: (WIN + score) as u32 }
    } else {
        Value::Centi(score)
    }
}

/// The share of the point that a score promises: even at 0, about three quarters for the worth of two small pieces.
pub(super) fn expected_share(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 200.0).exp())
}
