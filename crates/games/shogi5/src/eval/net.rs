//! What the learned evaluation sees: every piece by kind and square, and the hands.

use menagerie_game::Seat;
use menagerie_game::net::{Features, Inputs, Layout};

use super::seen_by;
use crate::position::Position;
use crate::{Color, Kind};

const SQUARES: usize = 25;
/// Six kinds, and four of them promoted.
const KINDS: usize = 10;
const HAND_KINDS: [Kind; 5] = [Kind::Soldier, Kind::Spear, Kind::Elephant, Kind::Silver, Kind::Gold];

/// Where each group of features begins.
const ENEMY: usize = KINDS * SQUARES;
const HANDS: usize = 2 * ENEMY;
const ENEMY_HAND: usize = 2 * HAND_KINDS.len();
const COUNT: usize = HANDS + 2 * ENEMY_HAND;

pub(crate) const INPUTS: Inputs = Inputs {
    game: "shogi5",
    definition: "1: own and enemy pieces (10 kinds) by square, turned for black, mirrored if the own king stands on \
                 files d or e; first and second of each kind in the own and the enemy hand; outputs by pieces in hand",
    features: COUNT as u16,
    buckets: 5,
    layout: Layout::Pair,
};

menagerie_game::net::embedded_net!("shogi5.net", INPUTS);

/// The row of a piece by its code.
const ROWS: [u8; 16] = [0, 0, 1, 2, 3, 4, 5, 0, 0, 6, 7, 8, 9, 0, 0, 0];

/// The mirror image of each square.
const MIRRORED: [u8; 32] = {
    let mut table = [0; 32];
    let mut square = 0;
    while square < SQUARES {
        table[square] = (square / 5 * 5 + 4 - square % 5) as u8;
        square += 1;
    }
    table
};

impl Position {
    /// The active features, as a seat sees them.
    #[inline]
    pub(crate) fn features(&self, seat: Seat, features: &mut Features) {
        let own = Color::of_seat(seat);
        let king = (self.kings() & self.of(own)).first();
        let mirror = king.is_some_and(|king| seen_by(own, king) % 5 > 2);
        for square in self.occupied() {
            let seen = seen_by(own, square);
            let seen = if mirror { usize::from(MIRRORED[seen]) } else { seen };
            let enemy = usize::from(self.white.contains(square) != (own == Color::White));
            let row = usize::from(ROWS[usize::from(self.code(square) & 15)]);
            features.push(enemy * ENEMY + row * SQUARES + seen);
        }
        for (side, color) in [own, own.other()].into_iter().enumerate() {
            for (row, kind) in HAND_KINDS.into_iter().enumerate() {
                for number in 0..usize::from(self.hands.count(color, kind)).min(2) {
                    features.push(HANDS + side * ENEMY_HAND + row * 2 + number);
                }
            }
        }
    }

    /// By the number of pieces in hand, from none to four and more. Twelve pieces are always in play.
    #[inline]
    pub(crate) fn net_bucket(&self) -> usize {
        let in_hand = 12_u32.saturating_sub(self.occupied().len());
        (in_hand as usize).min(usize::from(INPUTS.buckets) - 1)
    }
}

#[cfg(test)]
mod tests {
    use menagerie_game::{Options, Rules, RulesExt};

    use super::*;

    fn features(position: &Position, color: Color) -> Vec<u16> {
        let mut features = Features::new();
        position.features(color.seat(), &mut features);
        let mut list = features.as_slice().to_vec();
        list.sort_unstable();
        list
    }

    #[test]
    fn both_sides_see_the_same_at_the_start() {
        let start = Position::start(Options::NONE);
        assert_eq!(features(&start, Color::Black), features(&start, Color::White));
        assert_eq!(features(&start, Color::White).len(), 12);
    }

    /// White's king on a1 is the sixth kind on the first square; its soldier on a2 the first kind on the sixth square.
    #[test]
    fn a_feature_is_side_kind_and_square() {
        let list = features(&Position::start(Options::NONE), Color::White);
        assert!(list.contains(&(5 * 25)) && list.contains(&5), "own king and soldier: {list:?}");
        assert!(list.contains(&(250 + 5 * 25 + 24)) && list.contains(&(250 + 19)), "enemy king on e5, soldier on e4");
    }

    #[test]
    fn twelve_features_are_active_in_every_position_and_all_are_in_range() {
        for seed in 0..40 {
            let mut position = Position::start(Options::NONE);
            for step in 0..60 {
                let list = position.list();
                let Some(action) = list.get((seed * 31 + step * 7) % list.len().max(1)) else { break };
                let _ = position.apply(*action, &mut menagerie_game::Silent);
                if position.outcome().is_some() {
                    break;
                }
                for color in Color::ALL {
                    let list = features(&position, color);
                    assert_eq!(list.len(), 12, "{position}");
                    assert!(list.iter().all(|&feature| feature < INPUTS.features));
                }
            }
        }
    }
}
