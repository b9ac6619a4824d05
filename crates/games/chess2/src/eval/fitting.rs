//! For fitting the weights: see the tuner among the examples of the search.

use menagerie_game::Seat;

use super::{WEIGHTS, Weights};
use crate::pieces::Kind;
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

impl Weights {
    /// Every weight, in the order of the table.
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
    WEIGHTS.clone().numbers().map(|weight| *weight).collect()
}

/// Tells every feature of a position: the index of its weight, and how often it counts for white, less those for the other.
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
