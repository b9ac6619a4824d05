//! Main actions (heaven-hell/5.1) and the moves of a piece by a seat (heaven-hell/6.1).

use arrayvec::ArrayVec;

use super::land::Landing;
use super::step::Step;
use crate::action::Action;
use crate::board::{Plane, Square};
use crate::items::Element;
use crate::moves::{castle_of, direction, jumped, passed_pawn};
use crate::piece::{Kind, Mark, WHITE, last_rank};
use crate::pieces::PieceId;
use crate::position::{Castle, Stage};
use crate::task::Task;

/// What a move is part of: that decides what follows it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveKind {
    /// A main action.
    Main,
    /// The second move of Double Move.
    Second,
    /// A second jump or a rampage: nothing follows.
    Extra,
}

impl Step<'_> {
    /// Carries out a main action.
    pub(crate) fn main_action(&mut self, action: Action) {
        let seat = self.position.seat;
        self.position.stage = match (action, self.position.stage) {
            (Action::Pass | Action::Stop, _) => Stage::Resolving,
            (_, Stage::Two) => Stage::OneMore,
            _ => Stage::Resolving,
        };
        // The way back of an Imp is barred until the other seat has acted once.
        self.position.imp = self.position.imp.filter(|(from, to)| if seat == WHITE { to < from } else { to > from });
        match action {
            Action::Move { from, to } => {
                if let Some(id) = self.position.pieces.anchored(from) {
                    self.move_piece(id, to, MoveKind::Main);
                }
            }
            Action::Shoot { from, at } => {
                if let Some(id) = self.position.pieces.anchored(from) {
                    self.shoot(id, at);
                }
            }
            Action::Cast { element, from } => self.cast(element, from),
            Action::Raise(anchor) => {
                if let Some(id) = self.position.pieces.anchored(anchor) {
                    self.mark(id, Mark::Cursed, true);
                    self.land(id, &Landing::on(anchor.on(Plane::Earth)));
                }
            }
            Action::Buy(entry) => self.buy(seat, entry, false),
            _ => {}
        }
    }

    /// A Wizard puts Fire or Ice on all adjacent unoccupied squares.
    fn cast(&mut self, element: Element, from: Square) {
        let Some(id) = self.position.pieces.anchored(from) else { return };
        let plane = from.plane();
        let squares = self.position.adjacent(self.piece(id)) - self.position.pieces.occupied()[plane];
        for cell in squares {
            self.lay(element, Square::new(plane, cell));
        }
    }

    /// heaven-hell/6.1, with its numbers.
    pub(crate) fn move_piece(&mut self, id: PieceId, to: Square, kind: MoveKind) {
        let piece = self.piece(id);
        let from = piece.square;
        let jump = if piece.kind == Kind::CheckerKnight { jumped(self.position, id, to) } else { None };
        // 1
        self.follow_up(id, kind, jump.is_some());
        // 2
        if from.plane() != to.plane() {
            self.mark(id, Mark::PortalGun, false);
        }
        if let Some(castle) = castle_of(self.position, from, to) {
            return self.castle(id, castle);
        }
        let plain = self.is_plain(id, to);
        let extra: ArrayVec<PieceId, 64> = match jump {
            Some(taken) => taken,
            None => passed_pawn(self.position, id, to).into_iter().collect(),
        };
        let direction = direction(self.position, id, to);
        // 3
        self.land(id, &Landing::on(to).toward(direction).taking(&extra));
        // 4
        let stands = self.position.pieces.anchored(to) == Some(id);
        if stands && piece.kind == Kind::Pawn && from.plane() == to.plane() && from.rank().abs_diff(to.rank()) == 2 {
            self.set_en_passant(id, from, to);
        }
        if stands && piece.kind == Kind::Imp && kind != MoveKind::Extra && plain && from.plane() == to.plane() {
            self.position.imp = Some((to, from));
        }
    }

    /// Tasks that follow a move come to the front of the list before tasks that the move itself creates.
    fn follow_up(&mut self, id: PieceId, kind: MoveKind, jump: bool) {
        let piece = self.piece(id);
        let tasks = [
            (kind != MoveKind::Extra && jump, Task::Jump(id)),
            (kind != MoveKind::Extra && piece.has(Mark::Cursed), Task::Curse(id)),
            (kind == MoveKind::Main && piece.moves_twice(), Task::Double(id)),
        ];
        for (_, task) in tasks.into_iter().rev().filter(|(due, _)| *due) {
            self.position.pending.insert(0, task);
        }
    }

    /// First the King lands, then the Rook, even if the King died.
    fn castle(&mut self, king: PieceId, castle: &Castle) {
        let rook = self.position.pieces.anchored(castle.rook);
        self.land(king, &Landing::on(castle.king_to));
        if let Some(rook) = rook {
            self.land(rook, &Landing::on(castle.rook_to));
        }
    }

    /// Whether the block a piece moves to holds no other piece and no visible item (heaven-hell/5.1, Imp).
    fn is_plain(&self, id: PieceId, to: Square) -> bool {
        let piece = self.piece(id);
        let others = |block| (self.position.pieces.occupied()[to.plane()] - piece.footprint()).meets(block);
        let visible = |block| self.position.items.visible_on(to.plane()).meets(block);
        self.position.fitting(to, piece.size).is_some_and(|block| !others(block) && !visible(block))
    }

    /// heaven-hell/6.1/4: the square a Pawn just passed over, unless it slides on.
    fn set_en_passant(&mut self, id: PieceId, from: Square, to: Square) {
        debug_assert!(last_rank(self.position.owner(id)).abs_diff(from.rank()) == 6);
        if !self.is_due(|task| matches!(task, Task::Slide { piece, .. } if piece == id)) {
            let rank = i8::midpoint(from.rank() as i8, to.rank() as i8);
            self.position.en_passant = Square::at(from.plane(), from.file() as i8, rank);
        }
    }
}
