//! Move generation: moves and drops.

use std::ops::ControlFlow;

use menagerie_board::Direction::{self, *};
use menagerie_game::Sink;

use crate::board::{Set, Square};
use crate::position::Position;
use crate::reach::reach;
use crate::{Color, Kind};

/// A move on the board or a drop from the hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A piece goes from square to square, capturing what stands there. Promotion happens by itself (shogi5/ruling/8).
    Move {
        /// Where it starts.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// A piece is put from the hand on an empty square.
    Drop {
        /// What is dropped; always plain.
        kind: Kind,
        /// Where.
        to: Square,
    },
}

impl Position {
    /// Every legal action. There is no check, so every move by the table of pieces is legal (shogi5/ruling/13).
    #[inline]
    pub(crate) fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        if self.king_taken() {
            return ControlFlow::Continue(());
        }
        let occupied = self.occupied();
        let own = self.of(self.mover);
        for from in own {
            for to in reach(self.code(from), self.mover, from, occupied) - own {
                sink.push(Action::Move { from, to })?;
            }
        }
        if self.hands.kinds(self.mover) > 0 {
            for kind in Kind::ALL.into_iter().filter(|&kind| self.hands.count(self.mover, kind) > 0) {
                for to in !occupied {
                    sink.push(Action::Drop { kind, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the mover has an action (both kings being on the board). At most 12 pieces stand on 25 squares, so a piece
    /// in hand can always be dropped.
    pub(crate) fn can_act(&self) -> bool {
        self.hands.kinds(self.mover) > 0 || self.actions(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// How many actions there are, counted without listing them: drops by multiplication, steps of all pieces at once,
    /// slides piece by piece.
    #[inline]
    pub(crate) fn count_actions(&self) -> usize {
        if self.king_taken() {
            return 0;
        }
        let occupied = self.occupied();
        let own = self.of(self.mover);
        let sliders = own & self.sliders();
        let drops = self.hands.kinds(self.mover) * (!occupied).len();
        let stepped = match self.mover {
            Color::Black => self.count_steps(Color::Black, own, own - sliders),
            Color::White => self.count_steps(Color::White, own, own - sliders),
        };
        let slide = |count, from| count + (reach(self.code(from), self.mover, from, occupied) - own).len();
        sliders.into_iter().fold(drops + stepped, slide) as usize
    }

    /// The moves of kings, generals, soldiers and promoted soldiers, direction by direction: in one direction no two of
    /// them reach the same square.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "with a constant colour every step is one shift")]
    fn count_steps(&self, color: Color, own: Set, steppers: Set) -> u32 {
        let [p0, p1, p2, p3] = self.planes;
        let kings = p1 & p2 & own;
        let silvers = (p2 - p0 - p1) & steppers;
        let soldiers = (p0 - p2 - p3) & steppers;
        let golds = steppers - kings - silvers - soldiers;
        let count = |set: Set, direction: Direction| {
            let direction = if color == Color::White { direction } else { direction.opposite() };
            (set.step(direction) - own).len()
        };
        let (diagonal_forward, aside, diagonal_back) = (steppers - soldiers, golds | kings, silvers | kings);
        count(steppers, North)
            + count(diagonal_forward, NorthEast)
            + count(diagonal_forward, NorthWest)
            + count(aside, East)
            + count(aside, West)
            + count(aside, South)
            + count(diagonal_back, SouthEast)
            + count(diagonal_back, SouthWest)
    }
}
