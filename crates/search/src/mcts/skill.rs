//! What the levels mean to a Monte-Carlo player.

use super::lines::Candidate;
use crate::{Level, Random};

/// How far a player looks, and how it errs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skill {
    /// How often it goes down the tree.
    pub(super) visits: u64,
    /// Actions whose shares differ by this much differ in likelihood by a factor of e; 0: always the best.
    blur: f64,
}

/// The eight levels: each looks a few times as often as the one below, and errs less.
const SKILLS: [Skill; 8] = [
    Skill { visits: 30, blur: 0.05 },
    Skill { visits: 80, blur: 0.012 },
    Skill { visits: 250, blur: 0.0045 },
    Skill { visits: 800, blur: 0.0017 },
    Skill { visits: 2_500, blur: 0.0005 },
    Skill { visits: 10_000, blur: 0.0 },
    Skill { visits: 35_000, blur: 0.0 },
    Skill { visits: 120_000, blur: 0.0 },
];

impl Skill {
    pub(super) const fn of(level: Level) -> Self {
        SKILLS[level.index()]
    }

    /// The index of the action to do: the first, or, for one who errs, any visited one by what it seems worth.
    pub(super) fn choose<A>(&self, candidates: &[Candidate<A>], luck: &mut Random) -> usize {
        let Some(best) = candidates.first() else { return 0 };
        if self.blur == 0.0 || best.proven && best.share >= 1.0 {
            return 0;
        }
        let top = candidates.iter().filter(|c| c.visits > 0).map(|c| c.share).fold(0.0, f64::max);
        let weight = |candidate: &Candidate<A>| match candidate.visits {
            0 => 0.0,
            _ => ((candidate.share - top) / self.blur).exp(),
        };
        let mut left = luck.unit() * candidates.iter().map(weight).sum::<f64>();
        let chosen = candidates.iter().position(|candidate| {
            left -= weight(candidate);
            left < 0.0
        });
        chosen.unwrap_or(0)
    }
}
