//! Scores inside the search, in hundredths of a piece. Forced wins and losses lie outside that
//! range, by distance, like mate scores in chess. Wins of endgame tables lie between the two.

use menagerie_game::{Outcome, Seat};

use crate::Value;

/// The greatest distance from the root.
pub(super) const MAX_PLY: usize = 120;
/// A win at the root. A win after n actions is worth n less.
pub(super) const WIN: i32 = 32_000;
/// Scores from here on are forced wins.
pub(super) const FORCED_WIN: i32 = WIN - 1_000;
/// More than any score.
pub(super) const INFINITE: i32 = WIN + 1;
/// The bound of a static evaluation.
const MAX_EVALUATION: i32 = 30_000;

/// The score of a win at this ply.
#[inline]
pub(super) const fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// The score of a position that an endgame table wins, at this ply: less than every forced win, because the distance to
/// the end is not known. `plies` is the distance to the next progress. After progress any distance is better than before
/// it, so the search never waits with a capture that keeps the win.
#[inline]
pub(super) const fn table_win(plies: u32, progressed: bool, ply: usize) -> i32 {
    const BEFORE_PROGRESS: i32 = 12;
    let plies = plies as i32;
    let distance = if progressed { plies / 10 } else { BEFORE_PROGRESS + plies };
    FORCED_WIN - 1 - distance - ply as i32
}

/// A static evaluation, limited to less than a forced win.
#[inline]
pub(super) fn clamp_evaluation(evaluation: i32) -> i32 {
    evaluation.clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// The score of an outcome for a seat, at this ply, where `draw` is that of a draw.
pub(super) fn of_outcome(outcome: Outcome, seat: Seat, ply: usize, draw: i32) -> i32 {
    let share = outcome.score(seat).as_f64();
    if share > 0.5 {
        win_at(ply)
    } else if share < 0.5 {
        -win_at(ply)
    } else {
        draw
    }
}

/// Converts a score relative to the root into one relative to the node at this ply, for the
/// transposition table.
#[inline]
pub(super) const fn to_table(score: i32, ply: usize) -> i32 {
    if score > MAX_EVALUATION {
        score + ply as i32
    } else if score < -MAX_EVALUATION {
        score - ply as i32
    } else {
        score
    }
}

/// Converts a score from the transposition table back into one relative to the root.
#[inline]
pub(super) const fn from_table(score: i32, ply: usize) -> i32 {
    if score > MAX_EVALUATION {
        score - ply as i32
    } else if score < -MAX_EVALUATION {
        score + ply as i32
    } else {
        score
    }
}

/// The score as callers of this crate see it.
pub(super) fn value(score: i32) -> Value {
    if score >= FORCED_WIN {
        Value::Wins { plies: (WIN - score) as u32 }
    } else if score <= -FORCED_WIN {
        Value::Loses { plies: (WIN + score) as u32 }
    } else {
        Value::Centi(score)
    }
}

/// The expected score, from 0 to 1: 0.5 at 0, and about 0.73 for the worth of two small pieces.
pub(super) fn expected_score(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 200.0).exp())
}
