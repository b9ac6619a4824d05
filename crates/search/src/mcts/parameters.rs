//! The parameters of Monte-Carlo tree search.

/// The exploration constant of PUCT.
pub(super) const EXPLORATION: f32 = 0.4;
/// The exploration constant of UCB1: the textbook's square root of 2.
pub(super) const UCB1_EXPLORATION: f32 = std::f32::consts::SQRT_2;
/// The softmax temperature of the priors: a difference of this much in the hint is a factor of e.
pub(super) const PRIOR_TEMPERATURE: f32 = 120.0;
/// This part of the prior is uniform, because a move-ordering hint can be wrong.
pub(super) const UNIFORM_PRIOR: f32 = 0.2;
/// Progressive widening: the initial width, and its growth with the square root of the visits.
pub(super) const WIDENING: (f32, f32) = (2.0, 0.7);
/// A random playout counts as drawn after this many actions.
pub(super) const PLAYOUT_LIMIT: u32 = 2000;
