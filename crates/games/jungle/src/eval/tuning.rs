//! The weight table for the tuner (`crates/search/examples/tune`).

use menagerie_game::Seat;
use menagerie_game::tuning::{Features, Fields, Recipe, Tuning, WeightTable, of_first_seat};

use super::{WEIGHTS, Weights};
use crate::position::Position;

/// How the tuner fits the weights.
const RECIPE: Recipe =
    Recipe { games: 4_500, nodes: 2_000, result_share: 0.3, scale: 250.0, pull: 1e-6, step: 1.0, with_option: 9 };

const FIELDS: Fields = &[
    ("place", &[8, 36], 4),
    ("unmatched", &[8], 8),
    ("elephant_faces_rat", &[2], 2),
    ("classic_rat", &[], 1),
    ("threatened", &[2, 8], 8),
    ("mobility", &[], 1),
    ("breach", &[2], 2),
    ("race", &[13], 13),
    ("guards", &[4], 4),
    ("tempo", &[], 1),
];

impl WeightTable for Weights {
    fn numbers(&mut self) -> impl Iterator<Item = &mut i32> {
        (self.place.iter_mut().flatten())
            .chain(&mut self.unmatched)
            .chain(&mut self.elephant_faces_rat)
            .chain([&mut self.classic_rat])
            .chain(self.threatened.iter_mut().flatten())
            .chain([&mut self.mobility])
            .chain(&mut self.breach)
            .chain(&mut self.race)
            .chain(&mut self.guards)
            .chain([&mut self.tempo])
    }
}

/// The weights for the tuner.
pub(crate) fn tuning() -> Tuning<Position> {
    Tuning { recipe: RECIPE, fields: FIELDS, weights: || WEIGHTS.to_numbers(), features, known_sum: None }
}

/// The features of a position: how often each weight counts for red, less how often for the other.
fn features(position: &Position, seat: Seat) -> Option<Features> {
    of_first_seat(seat, |tell| {
        WEIGHTS.counts(|weights| position.evaluate_with(Seat(0), weights), |index, count| tell(index, count as f32));
    })
}
