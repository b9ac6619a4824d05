//! What the learned evaluation sees: every animal by its square, which animals are left, and the
//! rule set.

use menagerie_game::Seat;
use menagerie_game::net::{Features, Inputs, Layout};

use crate::board::Square;
use crate::piece::{Animal, Side};
use crate::position::Position;

const SQUARES: usize = Square::COUNT as usize;
const ANIMALS: usize = Animal::ALL.len();

/// Where each group of features begins.
const ENEMY: usize = ANIMALS * SQUARES;
const LEFT: usize = 2 * ENEMY;
const CLASSIC: usize = LEFT + 2 * ANIMALS;
const COUNT: usize = CLASSIC + 1;

pub(crate) const INPUTS: Inputs = Inputs {
    game: "jungle",
    definition: "1: own and enemy animals by square, turned for black, mirrored if the strongest own animal stands on \
                 files e to g; own and enemy animals that are left; classic rules; outputs by tokens on the board",
    features: COUNT as u16,
    buckets: 4,
    layout: Layout::Pair,
};

menagerie_game::net::embedded_net!("jungle.net", INPUTS);

impl Position {
    /// The active features, as a seat sees them.
    #[inline]
    pub(crate) fn features(&self, seat: Seat, features: &mut Features) {
        let own = Side::from_seat(seat).unwrap_or(self.mover);
        let strongest = Animal::ALL.iter().rev().find_map(|&animal| self.tokens[own].square(animal));
        let mirror = strongest.is_some_and(|square| seen_by(own, square) % 7 > 3);
        for (group, side) in [own, own.other()].into_iter().enumerate() {
            for animal in Animal::ALL {
                let Some(square) = self.tokens[side].square(animal) else { continue };
                let seen = seen_by(own, square);
                let seen = if mirror { seen - seen % 7 + (6 - seen % 7) } else { seen };
                features.push(group * ENEMY + animal as usize * SQUARES + seen);
                features.push(LEFT + group * ANIMALS + animal as usize);
            }
        }
        if self.classic {
            features.push(CLASSIC);
        }
    }

    /// By the number of tokens: up to 4, 8, 12, 16.
    #[inline]
    pub(crate) fn net_bucket(&self) -> usize {
        let tokens = self.held[Side::Red].len() + self.held[Side::Black].len();
        (tokens as usize).saturating_sub(1) / 4
    }
}

/// A square's index as a side sees the board.
#[inline]
fn seen_by(side: Side, square: Square) -> usize {
    usize::from(if side == Side::Red { square.index() } else { square.turned().index() })
}

#[cfg(test)]
mod tests {
    use menagerie_game::{Options, Rules};

    use super::*;

    fn features(position: &Position, side: Side) -> Vec<u16> {
        let mut features = Features::new();
        position.features(side.seat(), &mut features);
        let mut list = features.as_slice().to_vec();
        list.sort_unstable();
        list
    }

    #[test]
    fn both_sides_see_the_same_at_the_start() {
        let start = Position::start(Options::NONE);
        assert_eq!(features(&start, Side::Red), features(&start, Side::Black));
        assert_eq!(features(&start, Side::Red).len(), 32);
        assert_eq!(start.net_bucket(), 3);
    }

    /// Red's elephant (the eighth animal) stands on a3, the fifteenth square.
    #[test]
    fn a_feature_is_side_animal_and_square() {
        let list = features(&Position::start(Options::NONE), Side::Red);
        assert!(list.contains(&(7 * 63 + 14)), "{list:?}");
        assert!(list.contains(&(504 + 7 * 63 + 48)), "black's elephant on g7: {list:?}");
    }

    #[test]
    fn a_position_and_its_mirror_image_have_the_same_features() {
        let mut position = Position::empty(Side::Red, true);
        let mut mirrored = position;
        for (animal, side, square, mirror) in [
            (Animal::Lion, Side::Red, "a1", "g1"),
            (Animal::Rat, Side::Red, "e4", "c4"),
            (Animal::Dog, Side::Black, "b7", "f7"),
        ] {
            position.put(crate::piece::Token { animal, side }, Square::named(square));
            mirrored.put(crate::piece::Token { animal, side }, Square::named(mirror));
        }
        assert_eq!(features(&position, Side::Red), features(&mirrored, Side::Red));
        assert_eq!(features(&position, Side::Black), features(&mirrored, Side::Black));
        assert!(features(&position, Side::Red).contains(&(CLASSIC as u16)));
    }
}
