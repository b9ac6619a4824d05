//! Hanging pieces: attacked and not sufficiently defended.

use menagerie_board::{Direction, Rays, leaps};
use menagerie_game::Seat;

use super::Weights;
use crate::board::{Cell, Plane, Set, Square};
use crate::moves::{jumps, slides};
use crate::piece::{BLACK, Kind, Piece, WHITE, forward, other};
use crate::position::Position;

pub(super) static RAYS: Rays<8, 8, 64, u64> = Rays::<8, 8, 64, u64>::new();
/// The squares at most two files and two ranks away: everything that jumps comes from there.
static NEAR: [Set; 64] = near();

/// A King that dies for the last time.
const LAST_LIFE: i32 = 4000;

const fn near() -> [Set; 64] {
    const RING: [(i8, i8); 24] = {
        let mut ring = [(0, 0); 24];
        let (mut count, mut index) = (0, 0);
        while index < 25 {
            let vector = (index % 5 - 2, index / 5 - 2);
            if vector.0 != 0 || vector.1 != 0 {
                ring[count] = vector;
                count += 1;
            }
            index += 1;
        }
        ring
    };
    let mut sets = [Set::from_word(0); 64];
    let mut index = 0;
    while index < 64 {
        if let Some(cell) = Cell::from_index(index) {
            sets[index as usize] = Set::from_word(leaps(cell, &RING) as u64);
        }
        index += 1;
    }
    sets
}

/// The attackers and defenders of a square.
#[derive(Clone, Copy)]
struct Watch {
    /// What the cheapest attacker is worth.
    attacker: Option<i32>,
    defended: bool,
}

impl Position {
    /// White's expected gain from hanging pieces: black's loss less white's.
    pub(super) fn losses(&self, weights: &Weights) -> i32 {
        self.loss_of(BLACK, weights) - self.loss_of(WHITE, weights)
    }

    /// The greatest loss of a seat, weighted by which seat is on turn.
    fn loss_of(&self, seat: Seat, weights: &Weights) -> i32 {
        let kings = self.pieces.in_game().filter(|piece| piece.kind == Kind::King && piece.is_of(seat)).count();
        let (mut dearest, mut second) = (0, 0);
        for plane in Plane::ALL {
            let attackers = self.pieces.occupied()[plane] - self.pieces.of(seat)[plane];
            if attackers.is_empty() {
                continue;
            }
            for id in self.pieces.ids_on(plane) {
                let piece = &self.pieces[id];
                if piece.is_of(seat) {
                    let loss = self.loss(seat, *piece, kings, weights);
                    (dearest, second) = if loss > dearest { (loss, dearest) } else { (dearest, second.max(loss)) };
                }
            }
        }
        // The seat on turn saves its most valuable hanging piece and loses the next.
        let (first, next) = if self.seat == seat { (second, dearest) } else { (dearest, second) };
        (first * weights.lost_now + next * weights.lost_later) / 100
    }

    /// What a seat loses if this piece is captured, after the best exchange.
    fn loss(&self, seat: Seat, piece: Piece, kings: usize, weights: &Weights) -> i32 {
        let watch = self.watch(seat, piece.square, weights);
        let Some(attacker) = watch.attacker else { return 0 };
        let on_earth = piece.square.plane() == Plane::Earth;
        let price = match piece.kind {
            Kind::King if on_earth => weights.life,
            Kind::King if kings == 1 => return LAST_LIFE,
            Kind::King => weights.life,
            kind if on_earth => weights.values[kind as usize],
            kind => weights.values[kind as usize] / 3,
        };
        if watch.defended { (price - attacker).max(0) } else { price }
    }

    /// The other seat's attackers of a square, and whether this seat defends it. Giants count by their anchors.
    fn watch(&self, seat: Seat, square: Square, weights: &Weights) -> Watch {
        let plane = square.plane();
        let occupied = self.pieces.occupied()[plane];
        let mut watch = Watch { attacker: None, defended: false };
        let mut note = |piece: &Piece| {
            let price = if piece.kind == Kind::King { weights.life } else { weights.values[piece.kind as usize] };
            if piece.is_of(other(seat)) {
                if piece.stuns == 0 {
                    watch.attacker = Some(watch.attacker.map_or(price, |least: i32| least.min(price)));
                }
            } else {
                watch.defended |= piece.is_of(seat);
            }
        };
        for direction in Direction::ALL {
            let met = RAYS.slide(square.cell(), direction, occupied) & occupied;
            let Some(piece) = met.first().and_then(|cell| self.pieces.on(Square::new(plane, cell))) else { continue };
            let piece = &self.pieces[piece];
            let back = direction.opposite().delta();
            if slides(piece.kind).contains(&back) {
                note(piece);
            }
        }
        for cell in NEAR[square.cell().index() as usize] & occupied {
            let Some(id) = self.pieces.on(Square::new(plane, cell)) else { continue };
            let piece = &self.pieces[id];
            let files = square.file() as i8 - cell.file() as i8;
            let ranks = square.rank() as i8 - cell.rank() as i8;
            let steps_like_pawn = matches!(piece.kind, Kind::Pawn | Kind::SuicideBomber | Kind::CheckerKnight);
            let strikes = || files.abs() == 1 && piece.color().seat().is_some_and(|owner| ranks == forward(owner));
            if jumps(piece.kind).contains(&(files, ranks)) || (steps_like_pawn && strikes()) {
                note(piece);
            }
        }
        watch
    }
}
