//! Move generation: the options of the task at the front, or the main actions (heaven-hell/5.1).

use std::ops::ControlFlow;

use menagerie_game::{Seat, Sink};

use crate::action::Action;
use crate::board::{Plane, Square};
use crate::items::Element;
use crate::moves::Mover;
use crate::piece::{Kind, Piece};
use crate::pieces::PieceId;
use crate::position::{Position, Stage};
use crate::shop::EntryId;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

impl Position {
    /// Every legal action of the actor.
    pub(crate) fn actions(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        match self.pending.first() {
            _ if self.outcome().is_some() => GO_ON,
            Some(&task) => self.task_options(task, sink),
            None => self.main_actions(sink),
        }
    }

    fn main_actions(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let mut any = false;
        self.free_actions(self.seat, &mut |action| {
            any = true;
            sink.push(action)
        })?;
        match self.stage {
            // The second action of two is optional (heaven-hell/R2).
            Stage::OneMore => sink.push(Action::Stop),
            _ if !any => sink.push(Action::Pass),
            _ => GO_ON,
        }
    }

    /// The main actions other than `stop` and `pass`.
    fn free_actions(&self, seat: Seat, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let mut warlock = false;
        for id in self.pieces.ids() {
            let piece = self.pieces[id];
            if self.may_use(seat, piece) {
                warlock |= piece.kind == Kind::Warlock;
                self.piece_actions(id, piece, sink)?;
            }
        }
        if warlock {
            let damned = self.pieces.anchors()[Plane::Hell];
            damned.into_iter().try_for_each(|cell| sink.push(Action::Raise(Square::new(Plane::Hell, cell))))?;
        }
        let mut buyable = EntryId::all().filter(|&entry| self.price_for(seat, entry).is_some());
        buyable.try_for_each(|entry| sink.push(Action::Buy(entry)))
    }

    /// What a seat can do with one piece: move it unless it is stunned, shoot, cast.
    fn piece_actions(&self, id: PieceId, piece: Piece, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let mover = Mover::new(self, id);
        if piece.is_free() {
            if piece.kind == Kind::Imp && self.imp.is_some() {
                let allowed = |action| if self.undoes_imp(action) { GO_ON } else { sink.push(action) };
                mover.moves(&mut { allowed })?;
            } else {
                mover.moves(sink)?;
            }
        }
        mover.shots(sink)?;
        if piece.kind == Kind::Wizard {
            for element in [Element::Fire, Element::Ice] {
                if self.can_cast(piece, element) {
                    sink.push(Action::Cast { element, from: piece.square })?;
                }
            }
        }
        GO_ON
    }

    /// Whether an adjacent unoccupied square has none of it yet.
    pub(crate) fn can_cast(&self, wizard: Piece, element: Element) -> bool {
        let plane = wizard.square.plane();
        let around = self.adjacent(wizard) - self.pieces.occupied()[plane];
        !(around - self.items.of(element)[plane]).is_empty()
    }

    /// Whether this is the Imp's way back, which is barred unless an item lies there (heaven-hell/R35).
    pub(crate) fn undoes_imp(&self, action: Action) -> bool {
        let Some((from, to)) = self.imp else { return false };
        let block = || {
            let size = self.pieces.anchored(from).map_or(1, |id| self.pieces[id].size);
            self.fitting(to, size).unwrap_or_default()
        };
        action == Action::Move { from, to } && !block().meets(self.items.visible_on(to.plane()))
    }
}
