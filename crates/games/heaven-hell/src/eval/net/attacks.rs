//! Attacks: hanging pieces, squares under attack, Kings under pressure.

use menagerie_board::{Direction, leaps};

use super::{ATTACKS, COLORED, Lister};
use crate::board::{Cell, Plane, Set};
use crate::eval::exposure::RAYS;
use crate::moves::{jumps, shots};
use crate::piece::Kind::{self, *};
use crate::piece::{Piece, other};

/// A piece that the other side attacks: whose turn × side × Earth or elsewhere × kind × undefended or by a cheaper one.
const HANGING: usize = ATTACKS;
/// How many squares of Earth a side attacks.
const REACH: usize = HANGING + 2 * 2 * 2 * COLORED * 2;
/// How many squares beside a side's King on Earth the other side attacks.
const PRESSURE: usize = REACH + 2 * REACH_STEPS.len();

/// How many features there are here.
pub(super) const COUNT: usize = PRESSURE + 2 * PRESSURE_STEPS.len() - ATTACKS;

const REACH_STEPS: [usize; 4] = [12, 20, 28, 38];
const PRESSURE_STEPS: [usize; 4] = [1, 2, 4, 6];
/// Attackers by their price: Pawns, light pieces, heavy pieces, royal ones.
const PRICES: usize = 4;

/// Where each kind jumps or shoots to.
static JUMPS: [[Set; 64]; Kind::ALL.len()] = {
    let mut table = [[Set::from_word(0); 64]; Kind::ALL.len()];
    let mut kind = 0;
    while kind < Kind::ALL.len() {
        let mut index = 0;
        while let Some(cell) = Cell::from_index(index) {
            let mover = Kind::ALL[kind];
            table[kind][index as usize] =
                Set::from_word((leaps(cell, jumps(mover)) | leaps(cell, shots(mover))) as u64);
            index += 1;
        }
        kind += 1;
    }
    table
};

/// Where the Pawns of each seat capture.
static STRIKES: [[Set; 64]; 2] = {
    let mut table = [[Set::from_word(0); 64]; 2];
    let mut index = 0;
    while let Some(cell) = Cell::from_index(index) {
        table[0][index as usize] = Set::from_word(leaps(cell, &[(-1, 1), (1, 1)]) as u64);
        table[1][index as usize] = Set::from_word(leaps(cell, &[(-1, -1), (1, -1)]) as u64);
        index += 1;
    }
    table
};

/// The squares of a plane that a side attacks, by the price of the attackers.
type Attacked = [Set; PRICES];

impl Lister<'_> {
    pub(super) fn attacks(&mut self) {
        for plane in Plane::ALL {
            let (own, foreign) =
                (self.position.pieces.of(self.seat)[plane], self.position.pieces.of(other(self.seat))[plane]);
            // Elsewhere there is often nothing to attack.
            if plane != Plane::Earth && (own.is_empty() || foreign.is_empty()) {
                continue;
            }
            let attacked = self.attacked(plane);
            for id in self.position.pieces.ids_on(plane) {
                let piece = self.position.pieces[id];
                if let Some(side) = self.side(piece) {
                    self.hanging(side, piece, &attacked);
                }
            }
            if plane == Plane::Earth {
                let reach = attacked.map(|by| union(&by).len() as usize);
                (0..2).for_each(|side| self.add_steps(REACH + side * REACH_STEPS.len(), reach[side], &REACH_STEPS));
            }
        }
    }

    /// By side, what is attacked on a plane.
    fn attacked(&self, plane: Plane) -> [Attacked; 2] {
        let mut attacked = [[Set::EMPTY; PRICES]; 2];
        let occupied = self.position.pieces.occupied()[plane];
        for id in self.position.pieces.ids_on(plane) {
            let piece = self.position.pieces[id];
            if let Some(side) = self.side(piece).filter(|_| piece.is_free()) {
                attacked[side][price(piece.kind).min(PRICES - 1)] |= attacks_of(piece, occupied);
            }
        }
        attacked
    }

    fn hanging(&mut self, side: usize, piece: Piece, attacked: &[Attacked; 2]) {
        let (body, attackers) = (piece.footprint(), &attacked[1 - side]);
        let on_earth = piece.square.plane() == Plane::Earth;
        if piece.kind == King && on_earth {
            let beside = attacks_of(piece, Set::EMPTY) & union(attackers);
            self.add_steps(PRESSURE + side * PRESSURE_STEPS.len(), beside.len() as usize, &PRESSURE_STEPS);
        }
        if !union(attackers).meets(body) {
            return;
        }
        let defended = union(&attacked[side]).meets(body);
        if defended && !union(&attackers[..price(piece.kind)]).meets(body) {
            return;
        }
        let theirs = usize::from(self.position.seat != self.seat);
        let place = (theirs * 2 + side) * 2 + usize::from(!on_earth);
        self.add(HANGING + (place * COLORED + piece.kind as usize) * 2 + usize::from(defended));
    }
}

/// Attackers cheaper than a piece are those before its price; every attacker is cheaper than a King.
const fn price(kind: Kind) -> usize {
    match kind {
        Pawn | SuicideBomber => 0,
        Knight | Bishop | CheckerKnight | Wizard | Archbishop => 1,
        Leopard | Rook | MountedArcher | Fortress | Scout | Warlock | Imp | Angel => 2,
        Queen => 3,
        King => PRICES,
    }
}

fn union(sets: &[Set]) -> Set {
    sets.iter().fold(Set::EMPTY, |all, &set| all | set)
}

/// The squares that a piece attacks: those of each square that it covers.
fn attacks_of(piece: Piece, occupied: Set) -> Set {
    if piece.size == 1 {
        return attacks_from(piece, piece.square.cell(), occupied);
    }
    let (body, mut attacked) = (piece.footprint(), Set::EMPTY);
    body.into_iter().for_each(|cell| attacked |= attacks_from(piece, cell, occupied - body));
    attacked - body
}

fn attacks_from(piece: Piece, cell: Cell, occupied: Set) -> Set {
    let slide = |directions: [Direction; 4]| {
        directions.into_iter().fold(Set::EMPTY, |all, direction| all | RAYS.slide(cell, direction, occupied))
    };
    let jumped = JUMPS[piece.kind as usize][cell.index() as usize];
    match (piece.kind, piece.color().seat()) {
        (Pawn | SuicideBomber | CheckerKnight, Some(seat)) => STRIKES[seat.index()][cell.index() as usize],
        (Bishop | Wizard | Archbishop, _) => slide(Direction::DIAGONAL),
        (Rook | Scout | Warlock | Fortress, _) => slide(Direction::ORTHOGONAL) | jumped,
        (Queen, _) => slide(Direction::DIAGONAL) | slide(Direction::ORTHOGONAL),
        _ => jumped,
    }
}
