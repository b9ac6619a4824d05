//! All pieces of a position, and which piece covers each square.

use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use menagerie_game::{Seat, insertion_sort_by_key};

use crate::board::{Plane, Region, Set, Square};
use crate::piece::{Piece, State};

/// A piece's slot: how tasks refer to it while it moves, is in hand, or is in limbo. Never seen outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceId(u8);

/// A few pieces, in square order.
pub(crate) type Ids = ArrayVec<PieceId, { Pieces::MOST }>;

/// The pieces, by slot and by square.
///
/// Pieces on the board have disjoint footprints, so there are at most 192 of them, and pieces appear only on free
/// squares while nothing is in limbo: 192 in all. The other slots are for position texts that hold more.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    list: ArrayVec<Piece, { Pieces::MOST }>,
    at: [u8; Square::COUNT],
    occupied: Region,
    anchors: Region,
    of: [Region; 2],
}

impl Pieces {
    /// The most slots.
    pub(crate) const MOST: usize = 255;
    const NOBODY: u8 = 255;

    pub(crate) const fn new() -> Self {
        Self {
            list: ArrayVec::new_const(),
            at: [Self::NOBODY; Square::COUNT],
            occupied: Region::EMPTY,
            anchors: Region::EMPTY,
            of: [Region::EMPTY; 2],
        }
    }

    /// Every square that a footprint covers.
    #[inline]
    pub(crate) fn occupied(&self) -> &Region {
        &self.occupied
    }

    /// Every square that a footprint of a seat's colour covers.
    #[inline]
    pub(crate) fn of(&self, seat: Seat) -> &Region {
        &self.of[seat.index()]
    }

    /// The anchors of the pieces on the board.
    #[inline]
    pub(crate) fn anchors(&self) -> &Region {
        &self.anchors
    }

    /// The piece that covers a square.
    #[inline]
    pub(crate) fn on(&self, square: Square) -> Option<PieceId> {
        let id = self.at[square.index()];
        (id != Self::NOBODY).then_some(PieceId(id))
    }

    /// The piece whose anchor a square is.
    #[inline]
    pub(crate) fn anchored(&self, square: Square) -> Option<PieceId> {
        self.on(square).filter(|&id| self[id].square == square)
    }

    /// The pieces on the board in square order.
    #[inline]
    pub(crate) fn ids(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.anchors.iter().filter_map(|square| self.on(square))
    }

    /// The pieces of one plane in square order.
    pub(crate) fn ids_on(&self, plane: Plane) -> impl Iterator<Item = PieceId> + '_ {
        self.anchors[plane].into_iter().filter_map(move |cell| self.on(Square::new(plane, cell)))
    }

    /// The pieces on the board that satisfy a condition, in square order.
    pub(crate) fn all(&self, wanted: impl Fn(Piece) -> bool) -> Ids {
        self.ids().filter(|&id| wanted(self[id])).collect()
    }

    /// Every piece of the game, also those in hand and in limbo, in no particular order.
    #[inline]
    pub(crate) fn in_game(&self) -> impl Iterator<Item = &Piece> {
        self.list.iter().filter(|piece| piece.state != State::Gone)
    }

    /// The pieces that cover one of these squares, in square order of their anchors.
    pub(crate) fn overlapping(&self, plane: Plane, squares: Set) -> ArrayVec<PieceId, 64> {
        let mut found = ArrayVec::<PieceId, 64>::new();
        for cell in squares & self.occupied[plane] {
            if let Some(id) = self.on(Square::new(plane, cell))
                && !found.contains(&id)
            {
                found.push(id);
            }
        }
        if found.len() > 1 {
            insertion_sort_by_key(&mut found, |&id| self[id].square);
        }
        found
    }

    /// A new piece, not yet on the board. `None` if every slot is taken, which only a position text can bring about.
    pub(crate) fn add(&mut self, piece: Piece) -> Option<PieceId> {
        let mut piece = piece;
        piece.state = State::Away;
        if let Some(free) = self.list.iter().position(|slot| slot.state == State::Gone) {
            self.list[free] = piece;
            return Some(PieceId(free as u8));
        }
        self.list.try_push(piece).ok().map(|()| PieceId(self.list.len() as u8 - 1))
    }

    /// Takes a piece off the board, if it is there.
    pub(crate) fn lift(&mut self, id: PieceId) {
        if self[id].state != State::Board {
            return;
        }
        self[id].state = State::Away;
        self.cover(id, Self::NOBODY);
    }

    /// Puts a piece that is away on the board; its block is free.
    pub(crate) fn put(&mut self, id: PieceId, anchor: Square) {
        debug_assert!(self[id].state == State::Away);
        self[id].square = anchor;
        self[id].state = State::Board;
        debug_assert!(!self[id].footprint().meets(self.occupied[anchor.plane()]), "{:?}", self[id]);
        self.cover(id, id.0);
    }

    /// Takes a piece out of the game.
    pub(crate) fn remove(&mut self, id: PieceId) {
        self.lift(id);
        self[id].state = State::Gone;
    }

    /// Writes `value` on all squares of the piece's footprint.
    fn cover(&mut self, id: PieceId, value: u8) {
        let piece = self[id];
        let (plane, footprint) = (piece.square.plane(), piece.footprint());
        for cell in footprint {
            self.at[Square::new(plane, cell).index()] = value;
        }
        let colored = piece.color().seat().map(Seat::index);
        if value == Self::NOBODY {
            self.occupied[plane] -= footprint;
            self.anchors.remove(piece.square);
            if let Some(i) = colored {
                self.of[i][plane] -= footprint;
            }
        } else {
            self.occupied[plane] |= footprint;
            self.anchors.insert(piece.square);
            if let Some(i) = colored {
                self.of[i][plane] |= footprint;
            }
        }
    }
}

impl Index<PieceId> for Pieces {
    type Output = Piece;
    #[inline]
    fn index(&self, id: PieceId) -> &Piece {
        &self.list[id.0 as usize]
    }
}

impl IndexMut<PieceId> for Pieces {
    #[inline]
    fn index_mut(&mut self, id: PieceId) -> &mut Piece {
        &mut self.list[id.0 as usize]
    }
}
