//! What an action does, as effects.

use menagerie_game::{Actor, Effect, Effects, Figure, Motion, Place, Progress};

use crate::board::{Set, Square, last_rows};
use crate::position::Position;
use crate::{Action, Color, Kind, Piece};

/// The place of a kind in a side's hand.
pub(crate) fn hand_place(color: Color, kind: Kind) -> Place {
    Place::new(format_args!("hand:{}:{}", color.name(), kind.id()))
}

impl Position {
    /// Does a legal action. A capture is progress.
    #[inline]
    pub(crate) fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        let progress = match action {
            Action::Move { from, to } => self.do_move(from, to, effects),
            Action::Drop { kind, to } => self.do_drop(kind, to, effects),
        };
        self.mover = self.mover.other();
        self.tell_next(effects);
        progress
    }

    #[inline]
    fn do_move(&mut self, from: Square, to: Square, effects: &mut impl Effects) -> Progress {
        let mover = self.mover;
        let (code, captured) = (self.code(from), self.code(to));
        self.clear(Set::of(from).with(to));
        // The captured piece goes plain into the captor's hand, the king too (shogi5/ruling/14).
        self.hands.take(mover, captured);
        let promotes = code <= Kind::Silver as u8 && last_rows(mover).contains(to);
        self.put_code(to, code | (u8::from(promotes) * Piece::PROMOTED), mover);
        if captured != 0 {
            effects.tell(|| Effect::Captured {
                piece: figure_of(captured, mover.other()),
                at: Place::new(to),
                to: Piece::from_code(captured).map(|piece| hand_place(mover, piece.kind)),
            });
        }
        tell_move(code, promotes, mover, (from, to), effects);
        Progress::when(captured != 0)
    }

    /// A drop never promotes (shogi5/ruling/10).
    #[inline]
    fn do_drop(&mut self, kind: Kind, to: Square, effects: &mut impl Effects) -> Progress {
        let mover = self.mover;
        self.hands.remove(mover, kind);
        self.put(to, Piece::plain(kind), mover);
        effects.tell(|| Effect::Moved {
            piece: figure_of(kind as u8, mover),
            from: hand_place(mover, kind),
            to: Place::new(to),
            motion: Motion::Carried,
        });
        Progress::No
    }

    fn tell_next(&self, effects: &mut impl Effects) {
        effects.tell(|| match (self.actor(), self.outcome()) {
            (Actor::Seat(seat), _) => Effect::Turn { seat },
            (_, Some(outcome)) => Effect::Ended { outcome },
            (_, None) => Effect::Turn { seat: self.mover.seat() },
        });
    }
}

#[inline]
fn tell_move(code: u8, promotes: bool, color: Color, (from, to): (Square, Square), effects: &mut impl Effects) {
    effects.tell(|| Effect::Moved {
        piece: figure_of(code, color),
        from: Place::new(from),
        to: Place::new(to),
        motion: Motion::Straight,
    });
    if promotes {
        effects.tell(|| Effect::Became {
            before: figure_of(code, color),
            after: figure_of(code | Piece::PROMOTED, color),
            at: Place::new(to),
        });
    }
}

fn figure_of(code: u8, color: Color) -> Figure {
    Figure::new(Piece::from_code(code).map_or("", Piece::id), color.name())
}
