//! Castling (heaven-hell/6.7, heaven-hell/R3).

use std::ops::ControlFlow;

use menagerie_game::Sink;

use super::Mover;
use crate::action::Action;
use crate::board::{Plane, Square};
use crate::piece::Kind;
use crate::position::{CASTLES, Castle, Position};

impl Mover<'_> {
    pub(super) fn castlings(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        for (index, castle) in CASTLES.iter().enumerate() {
            if castle.king == self.piece.square && self.position.may_castle(index) {
                self.offer(castle.king_to, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Position {
    /// Whether King and Rook are ready and the way between them is free. That they stand there follows from the right.
    pub(crate) fn may_castle(&self, index: usize) -> bool {
        let castle = &CASTLES[index];
        let blocked =
            self.pieces.occupied()[Plane::Earth] | self.items.fire[Plane::Earth] | self.items.ice[Plane::Earth];
        let free_rook = || self.pieces.anchored(castle.rook).is_some_and(|rook| self.pieces[rook].is_free());
        self.castling.has(index) && !castle.between.meets(blocked) && free_rook()
    }
}

/// The castling that a King's legal move is, if it is one.
pub(crate) fn castle_of(position: &Position, from: Square, to: Square) -> Option<&'static Castle> {
    let king = position.pieces.anchored(from).map(|id| position.pieces[id])?;
    if king.kind != Kind::King {
        return None;
    }
    CASTLES.iter().find(|castle| castle.king == from && castle.king_to == to)
}
