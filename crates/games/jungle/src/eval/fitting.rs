//! For fitting the weights: see the tuner among the examples of the search.

use menagerie_game::Seat;

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

impl Weights {
    /// Every weight, in the order of the table.
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
    WEIGHTS.clone().numbers().map(|weight| *weight).collect()
}

/// Tells every feature of a position: the index of its weight, and how often it counts for red, less those for the other.
/// The evaluation is a sum: with one weight at 1 and the others at 0 it is that number.
pub fn features(position: &Position, mut tell: impl FnMut(usize, i32)) {
    let mut one = WEIGHTS.clone();
    one.numbers().for_each(|weight| *weight = 0);
    let count = one.numbers().count();
    for index in 0..count {
        set(&mut one, index, 1);
        tell(index, position.balance(Seat(0), &one));
        set(&mut one, index, 0);
    }
}

fn set(weights: &mut Weights, index: usize, to: i32) {
    if let Some(weight) = weights.numbers().nth(index) {
        *weight = to;
    }
}
