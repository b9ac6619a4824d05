//! What the learned evaluation sees: every piece by kind and square, the jail, the bananas, the
//! rooks' anger and the bear.

use menagerie_game::Seat;
use menagerie_game::net::{Features, Inputs, Layout};

use crate::board::Square;
use crate::piece::{Cell, Color, Kind};
use crate::position::{Bear, Position};

const SQUARES: usize = 64;

/// Where each group of features begins.
const ENEMY: usize = Kind::COUNT * SQUARES;
const BEAR: usize = 2 * ENEMY;
const BEAR_WAITS: usize = BEAR + SQUARES;
/// Own and enemy: two cells, each with a king or a queen.
const JAIL: usize = BEAR_WAITS + 1;
/// Own and enemy: the king has his banana.
const BANANA: usize = JAIL + 2 * 4;
/// Own and enemy: the rooks may take now.
const ANGER: usize = BANANA + 2;
const COUNT: usize = ANGER + 2;

pub(crate) const INPUTS: Inputs = Inputs {
    game: "chess2",
    definition: "1: own and enemy pieces (7 kinds) by square, turned for black; bear by square or waiting; own and \
                 enemy cells with king or queen; bananas; rooks that may take; outputs by pieces on the board",
    features: COUNT as u16,
    buckets: 4,
    layout: Layout::Pair,
};

menagerie_game::net::embedded_net!("chess2.net", INPUTS);

impl Position {
    /// The active features, as a seat sees them.
    #[inline]
    pub(crate) fn features(&self, seat: Seat, features: &mut Features) {
        let own = Color::from_seat(seat).unwrap_or(self.side);
        for (group, color) in [own, own.other()].into_iter().enumerate() {
            for kind in Kind::ALL {
                for square in self.pieces(color, kind) {
                    features.push(group * ENEMY + kind as usize * SQUARES + seen_by(own, square));
                }
            }
            for (number, cell) in cells(color).into_iter().enumerate() {
                if let Some(royal) = self.jail[cell as usize] {
                    features.push(JAIL + group * 4 + number * 2 + royal as usize);
                }
            }
            if self.banana[color as usize] {
                features.push(BANANA + group);
            }
            if self.rooks_may_take && self.side == color {
                features.push(ANGER + group);
            }
        }
        match self.bear {
            Bear::Absent => {}
            Bear::Waiting => features.push(BEAR_WAITS),
            Bear::On(square) => features.push(BEAR + seen_by(own, square)),
        }
    }

    /// By the number of pieces: up to 8, 16, 24, 32.
    #[inline]
    pub(crate) fn net_bucket(&self) -> usize {
        let pieces = (self.colors[0] | self.colors[1]).len() as usize;
        (pieces.saturating_sub(1) / 8).min(usize::from(INPUTS.buckets) - 1)
    }
}

/// A square's index as a side sees the board. The board is turned by 180°, so that the own jail is always on the left.
#[inline]
fn seen_by(color: Color, square: Square) -> usize {
    usize::from(if color == Color::White { square.index() } else { square.turned().index() })
}

/// The cells of a colour, the nearer one first.
#[inline]
fn cells(color: Color) -> [Cell; 2] {
    let [first, second] = Cell::of(color);
    if color == Color::White { [first, second] } else { [second, first] }
}

#[cfg(test)]
mod tests {
    use menagerie_game::Rules;

    use super::*;

    fn features(text: &str, color: Color) -> Vec<u16> {
        let position: Position = text.parse().unwrap();
        let mut features = Features::new();
        Rules::features(&position, color.seat(), &mut features);
        let mut list = features.as_slice().to_vec();
        list.sort_unstable();
        list
    }

    /// White's king on e1 is the first kind on the fifth square; black's king on e8, turned, stands on d1.
    #[test]
    fn a_feature_is_side_kind_and_square() {
        let start = "rmfqkfmr/ffeffeff/8/8/8/8/FFEFFEFF/RMFQKFMR w .... - - -";
        let white = features(start, Color::White);
        assert!(white.contains(&4) && white.contains(&(448 + 60)), "{white:?}");
        let black = features(start, Color::Black);
        assert!(black.contains(&3) && black.contains(&(448 + 59)), "{black:?}");
        assert_eq!(white.len(), 32 + 2, "32 pieces and two bananas");
    }

    #[test]
    fn a_turned_position_with_the_colours_exchanged_looks_the_same_to_the_other_side() {
        let white = features("rmf1kfmr/ffeffeff/8/8/8/8/FFEFFEFF/RMFQKFMR w ..q. - - -", Color::White);
        let black = features("rmfkqfmr/ffeffeff/8/8/8/8/FFEFFEFF/RMFK1FMR b .Q.. - - -", Color::Black);
        assert_eq!(white, black);
        assert!(white.contains(&((JAIL + 4 + 3) as u16)), "the enemy queen in the farther cell: {white:?}");
    }
}
