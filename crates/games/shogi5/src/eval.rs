//! How good a position is, and which actions a search should try first.

use std::ops::ControlFlow;

use menagerie_game::Sink;

use crate::position::{Position, Set};
use crate::reach::reach;
use crate::{Action, Color, Kind};

/// By code.
const MATERIAL: [i32; 16] = [0, 100, 250, 300, 350, 400, 0, 0, 0, 350, 550, 650, 700, 0, 0, 0];
/// By kind.
const IN_HAND: [i32; 8] = [0, 120, 300, 350, 400, 430, 0, 0];

impl Position {
    pub(crate) fn evaluate_for(&self, color: Color) -> i32 {
        let mut score = 0;
        for square in self.occupied() {
            let sign = if self.white.contains(square) { 1 } else { -1 };
            let rank = if sign == 1 { square.rank() } else { 4 - square.rank() };
            let code = usize::from(self.code(square));
            score += sign * (MATERIAL[code] + if code != 6 { 5 * i32::from(rank) } else { -10 * i32::from(rank) });
        }
        for kind in Kind::ALL {
            let count =
                i32::from(self.hands.count(Color::White, kind)) - i32::from(self.hands.count(Color::Black, kind));
            score += count * IN_HAND[kind as usize];
        }
        if color == Color::White { score } else { -score }
    }

    /// Whether a side could take the other's king.
    pub(crate) fn attacks_king(&self, color: Color) -> bool {
        let target = self.kings() & self.of(color.other());
        let occupied = self.occupied();
        self.of(color).into_iter().any(|from| reach(self.code(from), color, from, occupied).meets(target))
    }

    /// Captures, and promotions by moving.
    pub(crate) fn generate_noisy(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        let occupied = self.occupied();
        let own = self.of(self.mover);
        let enemies = occupied - own;
        for from in own {
            let code = self.code(from);
            let zone = if code <= Kind::Silver as u8 { crate::apply::last_rows(self.mover) } else { Set::EMPTY };
            for to in (reach(code, self.mover, from, occupied) - own) & (enemies | zone) {
                sink.push(Action::Move { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn is_noisy_action(&self, action: Action) -> bool {
        match action {
            Action::Drop { .. } => false,
            Action::Move { from, to } => {
                self.occupied().contains(to)
                    || self.code(from) <= Kind::Silver as u8 && crate::apply::last_rows(self.mover).contains(to)
            }
        }
    }

    pub(crate) fn promise_of(&self, action: Action) -> i32 {
        match action {
            Action::Drop { .. } => 0,
            Action::Move { from, to } => {
                let (code, taken) = (usize::from(self.code(from)), usize::from(self.code(to)));
                if taken == 6 {
                    return 100_000;
                }
                if taken == 0 {
                    return 0;
                }
                MATERIAL[taken] + IN_HAND[taken & 7] - MATERIAL[code] / 16
            }
        }
    }

    pub(crate) fn skip(&self) -> Position {
        Position { mover: self.mover.other(), ..*self }
    }
}

/// Moves by their two squares, then drops.
pub(crate) fn code_of(action: Action) -> u32 {
    match action {
        Action::Move { from, to } => u32::from(from.index()) * 25 + u32::from(to.index()),
        Action::Drop { kind, to } => 625 + kind as u32 * 25 + u32::from(to.index()),
    }
}
