//! The moves of a piece (heaven-hell/6.7, heaven-hell/7).

mod checker;
mod king;
mod pawn;
mod reach;
mod scout;
mod shots;

use std::ops::ControlFlow;

use menagerie_game::{Seat, Sink};

use crate::action::Action;
use crate::board::{Plane, Set, Square};
use crate::piece::{Kind, Mark, Piece, forward};
use crate::pieces::PieceId;
use crate::position::Position;
use Kind::*;

pub(crate) use checker::jumped;
pub(crate) use king::castle_of;
pub(crate) use pawn::passed_pawn;
pub(crate) use reach::direction;

/// A step or a jump: files, then ranks.
pub(crate) type Vector = (i8, i8);

pub(crate) const ORTHOGONAL: [Vector; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(crate) const DIAGONAL: [Vector; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALL_DIRECTIONS: [Vector; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT: [Vector; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const LEOPARD: [Vector; 16] = [
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
    (2, 2),
    (2, -2),
    (-2, -2),
    (-2, 2),
];
const ARCHER: [Vector; 12] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2), (0, 2), (2, 0), (0, -2), (-2, 0)];

/// The directions in which a type slides.
pub(crate) const fn slides(kind: Kind) -> &'static [Vector] {
    match kind {
        Bishop | Wizard | Archbishop => &DIAGONAL,
        Rook | Fortress | Scout | Warlock => &ORTHOGONAL,
        Queen | Angel => &ALL_DIRECTIONS,
        _ => &[],
    }
}

/// The vectors by which a type jumps; the King's steps are jumps of length one.
pub(crate) const fn jumps(kind: Kind) -> &'static [Vector] {
    match kind {
        Knight => &KNIGHT,
        Leopard => &LEOPARD,
        MountedArcher => &ARCHER,
        King => &ALL_DIRECTIONS,
        _ => &[],
    }
}

/// The vectors at which a type shoots.
pub(crate) const fn shots(kind: Kind) -> &'static [Vector] {
    match kind {
        MountedArcher => &ARCHER,
        Fortress => &DIAGONAL,
        _ => &[],
    }
}

/// A piece about to move, and what is in its way.
pub(crate) struct Mover<'a> {
    position: &'a Position,
    piece: Piece,
    owner: Seat,
    plane: Plane,
    footprint: Set,
    /// The squares of all other pieces on its plane.
    others: Set,
    /// Those of them that are its owner's.
    allies: Set,
}

impl<'a> Mover<'a> {
    pub(crate) fn new(position: &'a Position, id: PieceId) -> Self {
        let piece = position.pieces[id];
        let (owner, plane, footprint) = (position.owner_of(piece), piece.square.plane(), piece.footprint());
        Self {
            position,
            piece,
            owner,
            plane,
            footprint,
            others: position.pieces.occupied()[plane] - footprint,
            allies: position.pieces.of(owner)[plane] - footprint,
        }
    }

    /// Every move of the piece, each text once.
    pub(crate) fn moves(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        for &vector in slides(self.piece.kind) {
            self.slide(vector, sink)?;
        }
        for &vector in jumps(self.piece.kind) {
            self.jump(vector, sink)?;
        }
        match self.piece.kind {
            Pawn | SuicideBomber | Imp => self.pawn_moves(sink)?,
            CheckerKnight => {
                self.pawn_moves(sink)?;
                self.checker_jumps(sink)?;
            }
            King => self.castlings(sink)?,
            Scout => self.corners(sink)?,
            _ => {}
        }
        if self.piece.has(Mark::PortalGun) { self.portals(sink) } else { ControlFlow::Continue(()) }
    }

    /// The block the piece would cover after this vector, with its anchor, if it fits.
    #[inline]
    fn block(&self, vector: Vector) -> Option<(Square, Set)> {
        let anchor = self.piece.square.offset(vector)?;
        self.position.fitting(anchor, self.piece.size).map(|block| (anchor, block))
    }

    /// Step by step up to the first piece or, unless immune, the first Fire (heaven-hell/R25).
    fn slide(&self, (files, ranks): Vector, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        for distance in 1..8 {
            let Some((anchor, block)) = self.block((files * distance, ranks * distance)) else { break };
            if block.meets(self.allies) {
                break;
            }
            self.offer(anchor, sink)?;
            if self.stops_slide(block) {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a slide goes no farther than this block.
    fn stops_slide(&self, block: Set) -> bool {
        block.meets(self.others) || self.burns(block)
    }

    /// Whether the piece would burn there.
    fn burns(&self, block: Set) -> bool {
        block.meets(self.position.items.fire[self.plane]) && !self.piece.fireproof()
    }

    /// Only the target block matters.
    fn jump(&self, vector: Vector, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        match self.block(vector) {
            Some((anchor, block)) if !block.meets(self.allies) => self.offer(anchor, sink),
            _ => ControlFlow::Continue(()),
        }
    }

    /// To the same anchor on another plane.
    fn portals(&self, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        for plane in Plane::ALL {
            let anchor = self.piece.square.on(plane);
            let allies = self.position.pieces.of(self.owner)[plane];
            let free = |block: Set| plane != self.plane && !block.meets(allies);
            if self.position.fitting(anchor, self.piece.size).is_some_and(free) {
                self.offer(anchor, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn offer(&self, to: Square, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        sink.push(Action::Move { from: self.piece.square, to })
    }

    /// Rank +1 or −1.
    fn forward(&self) -> i8 {
        forward(self.owner)
    }
}
