//! The weight table for the tuner (`crates/search/examples/tune`).

use menagerie_game::Seat;
use menagerie_game::tuning::WeightTable;

use super::{WEIGHTS, Weights};
use crate::piece::Kind;
use crate::position::Position;

/// The fields of the table: name, lengths of the arrays from the outermost in, numbers on a line.
pub const FIELDS: &[(&str, &[usize], usize)] = &[
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

/// The weights in use.
pub fn weights() -> Vec<i32> {
    WEIGHTS.to_numbers()
}

/// Tells every feature of a position: the index of its weight, and how often it counts for white,
/// less those for the other.
pub fn features(position: &Position, tell: impl FnMut(usize, i32)) {
    WEIGHTS.counts(|weights| position.evaluate_with(Seat(0), weights), tell);
}
