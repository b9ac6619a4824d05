//! The weight table for the tuner (`crates/search/examples/tune`).

use menagerie_game::Seat;
use menagerie_game::tuning::WeightTable;

use super::{WEIGHTS, Weights};
use crate::position::Position;

/// The fields of the table: name, lengths of the arrays from the outermost in, numbers on a line.
pub const FIELDS: &[(&str, &[usize], usize)] = &[
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

/// The weights in use.
pub fn weights() -> Vec<i32> {
    WEIGHTS.to_numbers()
}

/// Tells every feature of a position: the index of its weight, and how often it counts for red,
/// less those for the other.
pub fn features(position: &Position, tell: impl FnMut(usize, i32)) {
    WEIGHTS.counts(|weights| position.evaluate_with(Seat(0), weights), tell);
}
