//! The usual handicap of each strength level: fewer iterations, and a random choice among good actions.

use menagerie_game::{Handicap, Rules};

use super::root::Candidate;
use crate::{Level, Random};

/// Level 1 to level 8: each has more iterations and a lower temperature.
const USUAL: [Handicap; 8] = [
    Handicap::new(25, 0.1),
    Handicap::new(60, 0.02),
    Handicap::new(110, 0.009),
    Handicap::new(350, 0.003),
    Handicap::new(1_700, 0.0009),
    Handicap::new(8_000, 0.0003),
    Handicap::new(28_000, 0.0001),
    Handicap::new(120_000, 0.0),
];

/// The handicap of a level in a game.
pub(crate) fn handicap<R: Rules>(level: Level) -> Handicap {
    level.handicap::<R>(&USUAL)
}

/// The index of the chosen action: the best, or a random one by a softmax with this temperature over the visited
/// actions.
pub(super) fn choose<A>(temperature: f64, candidates: &[Candidate<A>], random: &mut Random) -> usize {
    let Some(best) = candidates.first() else { return 0 };
    if temperature == 0.0 || best.proven && best.mean_value >= 1.0 {
        return 0;
    }
    let top = candidates.iter().filter(|c| c.visits > 0).map(|c| c.mean_value).fold(0.0, f64::max);
    let weight = |candidate: &Candidate<A>| match candidate.visits {
        0 => 0.0,
        _ => ((candidate.mean_value - top) / temperature).exp(),
    };
    let mut left = random.unit() * candidates.iter().map(weight).sum::<f64>();
    let chosen = candidates.iter().position(|candidate| {
        left -= weight(candidate);
        left < 0.0
    });
    chosen.unwrap_or(0)
}
