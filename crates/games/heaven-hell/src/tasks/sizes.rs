//! Where a piece can grow to, and where it can come back from limbo (heaven-hell/6.5, heaven-hell/6.6).

use arrayvec::ArrayVec;

use crate::board::{Cell, Set, Square, block};
use crate::pieces::PieceId;
use crate::position::Position;
use crate::task::Hit;

impl Position {
    /// The new anchors offered to a piece that grows: those where nobody is in the way; otherwise those where only
    /// enemies are that are not protected.
    pub(crate) fn grow_anchors(&self, id: PieceId) -> ArrayVec<Square, 4> {
        let piece = self.pieces[id];
        let plane = piece.square.plane();
        let others = self.pieces.occupied()[plane] - piece.footprint();
        let candidates: ArrayVec<(Square, Set), 4> = [(-1, -1), (0, -1), (-1, 0), (0, 0)]
            .into_iter()
            .filter_map(|vector| piece.square.offset(vector))
            .filter_map(|anchor| self.fitting(anchor, piece.size + 1).map(|block| (anchor, block)))
            .collect();
        let anchors = |wanted: &dyn Fn(Set) -> bool| -> ArrayVec<Square, 4> {
            candidates.iter().filter(|(_, block)| wanted(*block)).map(|&(anchor, _)| anchor).collect()
        };
        let free = anchors(&|block| !block.meets(others));
        if !free.is_empty() {
            return free;
        }
        let owner = self.owner(id);
        let takes = |q: PieceId| !self.pieces[q].is_of(owner) && !self.is_protected(q);
        anchors(&|block| self.pieces.overlapping(plane, block & others).into_iter().all(takes))
    }

    /// The greatest size at which a piece in limbo can come back, and the anchors for it. Nothing if it cannot.
    pub(crate) fn shrink_anchors(&self, id: PieceId, hit: Hit) -> Option<(u8, Set)> {
        let piece = self.pieces[id];
        let plane = piece.square.plane();
        let footprint = piece.footprint();
        let free = (footprint & self.exists[plane]) - hit.squares() - self.pieces.occupied()[plane];
        let inside = |cell: Cell, size: u8| block(cell, size).is_some_and(|block| (block - free).is_empty());
        (1..piece.size).rev().find_map(|size| {
            let anchors: Set = free.into_iter().filter(|&cell| inside(cell, size)).collect();
            (!anchors.is_empty()).then_some((size, anchors))
        })
    }
}
