//! The weight table for the tuner (`crates/search/examples/tune`).

use menagerie_game::Seat;
use menagerie_game::tuning::{Features, Fields, Recipe, Tuning, WeightTable, of_first_seat};

use super::{WEIGHTS, Weights};
use crate::piece::Kind;
use crate::position::Position;

/// How the tuner fits the weights.
const RECIPE: Recipe =
    Recipe { games: 450, nodes: 1_500, result_share: 0.4, scale: 250.0, pull: 1e-6, step: 1.0, with_option: 0 };

const FIELDS: Fields = &[
    ("place", &[Kind::COUNT, 32], 4),
    ("banana", &[], 1),
    ("rescue", &[3], 3),
    ("royal_attacked", &[2, 2, 2], 2),
    ("pressure", &[2], 2),
    ("loose", &[2, 5], 5),
    ("contested", &[2, 5], 5),
    ("mobility", &[4], 4),
    ("tempo", &[], 1),
];

impl WeightTable for Weights {
    fn numbers(&mut self) -> impl Iterator<Item = &mut i32> {
        (self.place.iter_mut().flatten())
            .chain([&mut self.banana])
            .chain(&mut self.rescue)
            .chain(self.royal_attacked.iter_mut().flatten().flatten())
            .chain(&mut self.pressure)
            .chain(self.loose.iter_mut().flatten())
            .chain(self.contested.iter_mut().flatten())
            .chain(&mut self.mobility)
            .chain([&mut self.tempo])
    }
}

/// The weights for the tuner.
pub(crate) fn tuning() -> Tuning<Position> {
    Tuning { recipe: RECIPE, fields: FIELDS, weights: || WEIGHTS.to_numbers(), features, known_sum: None }
}

/// The features of a position: how often each weight counts for white, less how often for the other.
fn features(position: &Position, seat: Seat) -> Option<Features> {
    of_first_seat(seat, |tell| {
        WEIGHTS.counts(|weights| position.evaluate_with(Seat(0), weights), |index, count| tell(index, count as f32));
    })
}
