//! The handicap of each strength level: fewer iterations, and a random choice among good actions.

use super::root::Candidate;
use crate::{Level, Random};

/// The handicap of one level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handicap {
    /// The iteration limit.
    pub(super) visits: u64,
    /// The temperature of the final choice: a difference of this much in value is a factor of e in
    /// probability. 0 always chooses the best.
    temperature: f64,
}

/// Level 1 to level 8: each has more iterations and a lower temperature.
const BY_LEVEL: [Handicap; 8] = [
    Handicap { visits: 25, temperature: 0.1 },
    Handicap { visits: 60, temperature: 0.02 },
    Handicap { visits: 110, temperature: 0.009 },
    Handicap { visits: 250, temperature: 0.0035 },
    Handicap { visits: 750, temperature: 0.0014 },
    Handicap { visits: 3_000, temperature: 0.0006 },
    Handicap { visits: 14_000, temperature: 0.0002 },
    Handicap { visits: 120_000, temperature: 0.0 },
];

impl Handicap {
    pub(super) const fn of(level: Level) -> Self {
        BY_LEVEL[level.index()]
    }

    /// The index of the chosen action: the best, or a random one by a softmax over the visited
    /// actions.
    pub(super) fn choose<A>(&self, candidates: &[Candidate<A>], random: &mut Random) -> usize {
        let Some(best) = candidates.first() else { return 0 };
        if self.temperature == 0.0 || best.proven && best.mean_value >= 1.0 {
            return 0;
        }
        let top = candidates.iter().filter(|c| c.visits > 0).map(|c| c.mean_value).fold(0.0, f64::max);
        let weight = |candidate: &Candidate<A>| match candidate.visits {
            0 => 0.0,
            _ => ((candidate.mean_value - top) / self.temperature).exp(),
        };
        let mut left = random.unit() * candidates.iter().map(weight).sum::<f64>();
        let chosen = candidates.iter().position(|candidate| {
            left -= weight(candidate);
            left < 0.0
        });
        chosen.unwrap_or(0)
    }
}
