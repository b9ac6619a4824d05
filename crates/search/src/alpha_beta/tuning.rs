//! The numbers of the selective search, in one place. Reductions and evasions were settled by matches of the search against
//! itself at equal time; the others are usual values whose neighbours made no difference that could be measured.

/// In hundredths of the smallest piece, per remaining depth: so far above beta nothing is expected to go wrong.
pub(super) const REVERSE_FUTILITY: i32 = 90;
/// Up to this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 7;
/// So far below alpha, per depth, only quiescence is looked at.
pub(super) const RAZORING: i32 = 280;
pub(super) const RAZORING_DEPTH: i32 = 2;
/// So far below alpha, per depth, quiet actions are not tried.
pub(super) const FUTILITY: i32 = 110;
pub(super) const FUTILITY_BASE: i32 = 120;
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// From this depth on, skipping a turn is tried first.
pub(super) const SKIP_DEPTH: i32 = 3;
/// From this depth on, a position without a recommended action is searched less deep.
pub(super) const INTERNAL_REDUCTION_DEPTH: i32 = 4;
/// Up to this depth, late quiet actions are not tried at all.
pub(super) const LATE_DEPTH: i32 = 7;
/// From this depth on, late actions are searched less deep.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// From this depth on, the recommended action is compared with all others.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// So many actions deep in quiescence, every answer to a threat is tried; further down only noisy ones.
pub(super) const EVASION_PLIES: i32 = 1;
/// The first window around the score of the depth before.
pub(super) const WINDOW: i32 = 25;

/// How many quiet actions are tried at a low depth.
#[inline]
pub(super) const fn late_count(depth: i32, improving: bool) -> usize {
    let count = 4 + (depth * depth) as usize;
    if improving { count } else { count / 2 + 1 }
}

/// By how much the action with this number (from 1) is reduced: the product of two logarithms, in 1024ths.
pub(super) struct Reductions([i32; 128]);

impl Reductions {
    pub(super) fn new() -> Self {
        let logarithm = |n: usize| (23.4 * (n.max(1) as f64).ln()) as i32;
        Self(std::array::from_fn(logarithm))
    }

    #[inline]
    pub(super) fn of(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, 127) as usize] * self.0[number.min(127)] + 660
    }
}
