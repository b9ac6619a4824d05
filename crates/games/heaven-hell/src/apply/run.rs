//! The run loop and the end of a turn (heaven-hell/4.3, heaven-hell/4.4).

use menagerie_game::Effect;

use super::step::Step;
use crate::board::Plane;
use crate::piece::{BLACK, Kind, Mark, WHITE, other};
use crate::position::{CASTLES, Castling, Position, Stage};
use crate::task::Task;

impl Step<'_> {
    /// Runs until a seat or chance has a decision or the game is over; the numbers are those of
    /// heaven-hell/4.3.
    pub(crate) fn run(&mut self) {
        loop {
            // 1
            self.enlist();
            self.position.castling = self.position.lasting_rights();
            // 2
            if let Some(outcome) = self.position.outcome() {
                return self.tell(|| Effect::Ended { outcome });
            }
            // 3
            if let Some(&task) = self.position.pending.first() {
                if self.position.has_option(task) {
                    return;
                }
                self.position.pending.remove(0);
                self.resolve(task);
                continue;
            }
            match self.position.stage {
                // 4
                Stage::Two | Stage::One | Stage::OneMore => return,
                // 5
                Stage::Resolving => self.begin_ending(),
                // 6
                Stage::Ending => self.end_turn(),
            }
        }
    }

    /// Puts the new tasks into the list: in front, but orbs at the end.
    fn enlist(&mut self) {
        if self.new.is_empty() {
            return;
        }
        let pending = &mut self.position.pending;
        pending.insert_many(0, self.new.iter().copied().filter(|task| !task.is_chaos()));
        pending.extend(self.new.iter().copied().filter(|task| task.is_chaos()));
        self.new.clear();
    }

    /// Resolves a task at the front that needs no decision: an automatic one, or one without options, which is dropped.
    fn resolve(&mut self, task: Task) {
        match task {
            Task::Shrink { piece, .. } | Task::Grow(piece) => self.die(piece),
            _ => self.carry_out(task),
        }
    }

    fn begin_ending(&mut self) {
        self.position.stage = Stage::Ending;
        let seat = self.position.seat;
        let forced = self.position.pieces.all(|piece| piece.is_of(seat) && piece.has(Mark::Forced));
        forced.into_iter().for_each(|id| self.create(Task::Step(id)));
    }

    /// heaven-hell/4.4, with its numbers.
    fn end_turn(&mut self) {
        let seat = self.position.seat;
        // 1
        self.position.wake(seat);
        // 2
        let cleared = if seat == WHITE { 5 } else { 2 };
        self.position.en_passant = self.position.en_passant.filter(|square| square.rank() != cleared);
        // 3
        if seat == WHITE {
            for payee in [WHITE, BLACK] {
                let own = self.position.pieces.in_game().filter(|piece| piece.is_of(payee));
                let investors: i32 = own.map(|piece| i32::from(piece.investors)).sum();
                self.pay(payee, 1 + investors);
            }
        }
        // 4
        let next = other(seat);
        let two = std::mem::take(&mut self.position.next_two[next.index()]);
        self.position.seat = next;
        self.position.stage = if two { Stage::Two } else { Stage::One };
        self.tell(|| Effect::Turn { seat: next });
    }

    /// Something was captured, died or was bought.
    pub(crate) fn has_progressed(&mut self) {
        self.progress = true;
    }

    pub(super) fn has_made_progress(&self) -> bool {
        self.progress
    }
}

impl Position {
    /// heaven-hell/4.3/1: a right is lost when King or Rook is not in its place.
    pub(crate) fn lasting_rights(&self) -> Castling {
        let mut rights = self.castling;
        for (index, castle) in CASTLES.iter().enumerate().filter(|(index, _)| self.castling.has(*index)) {
            let holds = |square, kind| {
                let piece = self.pieces.anchored(square).map(|id| self.pieces[id]);
                piece.is_some_and(|piece| piece.is_castler(kind, castle.seat))
            };
            if !(holds(castle.king, Kind::King) && holds(castle.rook, Kind::Rook)) {
                rights.0 &= !(1 << index);
            }
        }
        rights
    }

    /// Pieces of the seat's colour and neutral ones lose a stun.
    fn wake(&mut self, seat: menagerie_game::Seat) {
        for plane in Plane::ALL {
            for cell in self.pieces.anchors()[plane] {
                if let Some(id) = self.pieces.on(crate::board::Square::new(plane, cell)) {
                    let piece = &mut self.pieces[id];
                    if piece.stuns > 0 && (piece.is_of(seat) || piece.is_neutral()) {
                        piece.stuns -= 1;
                    }
                }
            }
        }
    }

    /// Whether the run loop has nothing left to do here.
    pub(crate) fn is_at_rest(&self) -> bool {
        match self.pending.first() {
            _ if self.outcome().is_some() => true,
            Some(&task) => self.has_option(task),
            None => matches!(self.stage, Stage::Two | Stage::One | Stage::OneMore),
        }
    }
}
