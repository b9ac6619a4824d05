//! The weight table for the tuner (`crates/search/examples/tune`).

use menagerie_game::Seat;
use menagerie_game::tuning::{Features, Fields, Recipe, Tuning, WeightTable, of_first_seat};

use super::{WEIGHTS, Weights};
use crate::position::Position;

/// How the tuner fits the weights.
const RECIPE: Recipe =
    Recipe { games: 150, nodes: 150, result_share: 0.7, scale: 400.0, pull: 1e-4, step: 1.0, with_option: 0 };

const FIELDS: Fields = &[
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

/// The weights for the tuner. The evaluation is no sum (a stunned Queen in Heaven is a product), so the features are its
/// slopes at the weights in use.
pub(crate) fn tuning() -> Tuning<Position> {
    let known_sum = |position: &Position, seat| (seat == Seat(0)).then(|| position.evaluations()[seat]);
    Tuning { recipe: RECIPE, fields: FIELDS, weights: || WEIGHTS.to_numbers(), features, known_sum: Some(known_sum) }
}

/// How much white's lead grows with each weight.
fn features(position: &Position, seat: Seat) -> Option<Features> {
    of_first_seat(seat, |tell| slopes(position, tell))
}

fn slopes(position: &Position, tell: &mut dyn FnMut(usize, f32)) {
    let mut weights = WEIGHTS.clone();
    for (index, weight) in WEIGHTS.to_numbers().into_iter().enumerate() {
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
