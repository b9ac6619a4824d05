//! The parameters of the selective search. Late move reductions and evasions were tuned by
//! self-play matches at equal time. The others are usual values; nearby values made no measurable
//! difference.

/// Reverse futility pruning: margin above beta per remaining ply, in hundredths of the smallest
/// piece.
pub(super) const REVERSE_FUTILITY: i32 = 90;
/// Reverse futility pruning is used up to this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 7;
/// Razoring: margin below alpha per ply; beyond it the node drops into quiescence.
pub(super) const RAZORING: i32 = 280;
pub(super) const RAZORING_DEPTH: i32 = 2;
/// Futility pruning: margin below alpha per ply; beyond it quiet actions are not searched.
pub(super) const FUTILITY: i32 = 110;
pub(super) const FUTILITY_BASE: i32 = 120;
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// Null move pruning is used from this depth on.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;
/// Internal iterative reduction: from this depth on, a node without a hash move is searched one ply
/// less deep.
pub(super) const INTERNAL_ITERATIVE_REDUCTION_DEPTH: i32 = 4;
/// Late move pruning is used up to this depth.
pub(super) const LATE_MOVE_PRUNING_DEPTH: i32 = 7;
/// Late move reductions are used from this depth on.
pub(super) const LATE_MOVE_REDUCTION_DEPTH: i32 = 2;
/// Singular extensions are used from this depth on.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// Evasions: quiescence searches every action under a threat for this many plies, then only
/// tactical ones.
pub(super) const EVASION_PLIES: i32 = 1;
/// Half the width of the first aspiration window.
pub(super) const ASPIRATION_WINDOW: i32 = 25;

/// Late move pruning: how many quiet actions are searched at this depth.
#[inline]
pub(super) const fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 4 + (depth * depth) as usize;
    if improving { count } else { count / 2 + 1 }
}

/// Late move reductions in 1024ths of a ply: the product of the logarithms of depth and move number
/// (from 1).
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
