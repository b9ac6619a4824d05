//! The start position (heaven-hell/2.2).

use crate::board::{Cell, Plane, Region, Set, Square};
use crate::items::Items;
use crate::piece::{BLACK, Color, Kind, Piece, WHITE};
use crate::pieces::Pieces;
use crate::position::{Castling, Position, Stage};
use crate::shop::Shop;
use crate::task::{Task, Tasks};
use Kind::*;

const ARMY: [Kind; 8] = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];

impl Position {
    /// The usual array on Earth, items in Heaven and Hell, and chance to unlock three shop entries.
    pub(crate) fn start_position() -> Self {
        let mut pieces = Pieces::new();
        for (file, kind) in ARMY.into_iter().enumerate() {
            for (rank, kind, seat) in [(0, kind, WHITE), (1, Pawn, WHITE), (6, Pawn, BLACK), (7, kind, BLACK)] {
                let square = Cell::new(file as u8, rank).map(|cell| Square::new(Plane::Earth, cell));
                let Some(square) = square else { continue };
                if let Some(id) = pieces.add(Piece::new(kind, Color::Of(seat), square)) {
                    pieces.put(id, square);
                }
            }
        }
        let mut items = Items::new();
        for (plane, orbs) in [(Plane::Heaven, ["c3", "f6"]), (Plane::Hell, ["c6", "f3"])] {
            for name in orbs {
                items.orbs.insert(Square::earth(name).on(plane));
            }
        }
        for name in ["b6", "g3"] {
            items.lay_coins(Square::earth(name).on(Plane::Heaven), 2);
        }
        for name in ["b3", "g6"] {
            items.fire.insert(Square::earth(name).on(Plane::Hell));
        }
        Self {
            seat: WHITE,
            stage: Stage::One,
            pieces,
            items,
            coins: [0; 2],
            shop: Shop::new(),
            castling: Castling(0b1111),
            en_passant: None,
            next_two: [false; 2],
            imp: None,
            exists: Region::from_fn(|_| Set::full()),
            pending: Tasks::from_slice(&[Task::Unlock; 3]),
        }
    }

    /// The lowest-left and the highest-right square of a plane's extent, if it is not gone.
    pub(crate) fn corners(&self, plane: Plane) -> Option<(Cell, Cell)> {
        let extent = self.exists[plane];
        let high = 63u8.checked_sub(extent.word().leading_zeros() as u8)?;
        Some((extent.first()?, Cell::from_index(high)?))
    }
}
