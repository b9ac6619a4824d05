//! What the tuner asks of a game's evaluation.

use menagerie_game::{Rules, Seat};

use crate::table::Fields;

/// An evaluation made of weights.
pub(crate) trait Tunable: Rules {
    /// The fields of its table.
    fn fields() -> Fields;
    /// The weights in use.
    fn weights() -> Vec<i32>;
    /// Which weights count for a seat, and how often; nothing for a seat that is out. With two seats the first is the
    /// measure of both.
    fn features(&self, seat: Seat) -> Option<Vec<(u16, f32)>>;
    /// The evaluation that the features belong to, where they do not simply add up to it.
    fn known_sum(&self, _seat: Seat) -> Option<i32> {
        None
    }
}

/// A game of two seats whose evaluation is a sum.
macro_rules! sum_of_two {
    ($game:ident) => {
        impl Tunable for $game::Position {
            fn fields() -> Fields {
                $game::eval::tuning::FIELDS
            }

            fn weights() -> Vec<i32> {
                $game::eval::tuning::weights()
            }

            fn features(&self, seat: Seat) -> Option<Vec<(u16, f32)>> {
                let mut features = Vec::new();
                if seat == Seat(0) {
                    $game::eval::tuning::features(self, |index, count| push(&mut features, index, count as f32));
                }
                Some(features)
            }
        }
    };
}

sum_of_two!(menagerie_shogi5);
sum_of_two!(menagerie_jungle);
sum_of_two!(menagerie_chess2);

impl Tunable for menagerie_djambi::Position {
    fn fields() -> Fields {
        menagerie_djambi::eval::tuning::FIELDS
    }

    fn weights() -> Vec<i32> {
        menagerie_djambi::eval::tuning::weights()
    }

    fn features(&self, seat: Seat) -> Option<Vec<(u16, f32)>> {
        let counts = menagerie_djambi::eval::tuning::features(self, seat)?;
        let mut features = Vec::new();
        counts.iter().enumerate().for_each(|(index, &count)| push(&mut features, index, count as f32));
        Some(features)
    }
}

impl Tunable for menagerie_heaven_hell::Position {
    fn fields() -> Fields {
        menagerie_heaven_hell::eval::tuning::FIELDS
    }

    fn weights() -> Vec<i32> {
        menagerie_heaven_hell::eval::tuning::weights()
    }

    fn features(&self, seat: Seat) -> Option<Vec<(u16, f32)>> {
        let mut features = Vec::new();
        if seat == Seat(0) {
            menagerie_heaven_hell::eval::tuning::features(self, |index, slope| push(&mut features, index, slope));
        }
        Some(features)
    }

    /// Its evaluation has products: what the slopes do not explain is carried along.
    fn known_sum(&self, seat: Seat) -> Option<i32> {
        (seat == Seat(0)).then(|| self.evaluate(seat))
    }
}

fn push(features: &mut Vec<(u16, f32)>, index: usize, count: f32) {
    if count != 0.0 {
        features.push((index as u16, count));
    }
}
