//! The weight table for the tuner (`crates/search/examples/tune`).

use menagerie_game::tuning::WeightTable;

use super::{WEIGHTS, Weights};
use crate::position::Position;

/// The fields of the table: name, lengths of the arrays from the outermost in, numbers on a line.
pub const FIELDS: &[(&str, &[usize], usize)] = &[
    ("values", &[17], 17),
    ("away", &[], 1),
    ("life", &[], 1),
    ("spare_king", &[], 1),
    ("size", &[], 1),
    ("stun", &[], 1),
    ("curse", &[], 1),
    ("marks", &[4], 4),
    ("investor", &[], 1),
    ("coin", &[], 1),
    ("two_actions", &[], 1),
    ("trap", &[], 1),
    ("tempo", &[], 1),
    ("center", &[], 1),
    ("advance", &[], 1),
    ("few_on_earth", &[], 1),
    ("lost_now", &[], 1),
    ("lost_later", &[], 1),
];

impl WeightTable for Weights {
    fn numbers(&mut self) -> impl Iterator<Item = &mut i32> {
        let singles_before =
            [&mut self.away, &mut self.life, &mut self.spare_king, &mut self.size, &mut self.stun, &mut self.curse];
        let singles_after = [
            &mut self.investor,
            &mut self.coin,
            &mut self.two_actions,
            &mut self.trap,
            &mut self.tempo,
            &mut self.center,
            &mut self.advance,
            &mut self.few_on_earth,
            &mut self.lost_now,
            &mut self.lost_later,
        ];
        self.values.iter_mut().chain(singles_before).chain(&mut self.marks).chain(singles_after)
    }
}

/// The weights in use.
pub fn weights() -> Vec<i32> {
    WEIGHTS.to_numbers()
}

/// Tells how much white's lead grows with each weight: its index, and the growth. The evaluation is
/// no sum (a stunned Queen in Heaven is a product), so these are its slopes at the weights in use.
pub fn features(position: &Position, mut tell: impl FnMut(usize, f32)) {
    let mut weights = WEIGHTS.clone();
    for (index, weight) in self::weights().into_iter().enumerate() {
        // Far enough that rounding does not matter, near enough to be a slope.
        let step = (weight.abs() / 4).max(8);
        let mut lead_with = |value| {
            weights.set(index, value);
            position.lead(&weights)
        };
        let growth = lead_with(weight + step) - lead_with(weight - step);
        lead_with(weight);
        tell(index, growth as f32 / (2 * step) as f32);
    }
}
