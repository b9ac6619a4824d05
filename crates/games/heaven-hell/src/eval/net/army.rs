//! The pieces: where they stand, what they have.

use super::{ARMY, COLORED, GROUPS, Lister, ZONES, group};
use crate::board::Plane;
use crate::piece::{Kind, Mark, Piece, State};

/// A standard piece on Earth: side × kind × square.
const STANDARD: usize = ARMY;
/// An upgraded piece on Earth: side × kind × zone.
const UPGRADED: usize = STANDARD + 2 * 6 * 64;
/// An Imp or an Angel on Earth: kind × zone.
const NEUTRAL: usize = UPGRADED + 2 * 9 * ZONES;
/// A piece of a group elsewhere: Heaven or Hell × side × group × zone.
const AWAY: usize = NEUTRAL + 2 * ZONES;
/// How many of a kind are elsewhere: Heaven or Hell × side × kind × number.
const AWAY_NUMBERS: usize = AWAY + 2 * 2 * GROUPS * ZONES;
/// Heaven or Hell × Imp or Angel.
const AWAY_NEUTRAL: usize = AWAY_NUMBERS + 2 * 2 * COLORED * AWAY_STEPS.len();
/// How many of a group have a status: side × mark × group × number.
const MARKS: usize = AWAY_NEUTRAL + 4;
/// A stunned piece: side × kind.
const STUNNED: usize = MARKS + 2 * MARK_COUNT * GROUPS * MARK_STEPS.len();
/// The stuns of a piece: side × group × number.
const STUNS: usize = STUNNED + 2 * COLORED;
/// The size of a piece: side × group × more than 1, 2, 3.
const SIZES: usize = STUNS + 2 * GROUPS * 3;
/// The Investors of a side.
const INVESTORS: usize = SIZES + 2 * GROUPS * 3;
/// A side's Kings beyond the first.
const SPARE_KINGS: usize = INVESTORS + 2 * INVESTOR_STEPS.len();
/// A side has no King on Earth.
const NO_KING_ON_EARTH: usize = SPARE_KINGS + 2 * 2;
/// How many pieces a side has on Earth.
const ON_EARTH: usize = NO_KING_ON_EARTH + 2;
/// A piece is off the board for the moment: side × a King or another.
const LIMBO: usize = ON_EARTH + 2 * EARTH_STEPS.len();

/// How many features there are here.
pub(super) const COUNT: usize = LIMBO + 4 - ARMY;

const AWAY_STEPS: [usize; 3] = [1, 2, 4];
const MARK_STEPS: [usize; 2] = [1, 3];
const MARK_COUNT: usize = Mark::ALL.len();
const INVESTOR_STEPS: [usize; 5] = [1, 2, 3, 4, 6];
const EARTH_STEPS: [usize; 5] = [2, 3, 4, 6, 9];

/// What is counted of one side.
#[derive(Clone, Copy, Default)]
struct Tally {
    away: [[usize; COLORED]; 2],
    marks: [[usize; GROUPS]; MARK_COUNT],
    investors: usize,
    kings: usize,
    kings_on_earth: usize,
    on_earth: usize,
}

impl Lister<'_> {
    pub(super) fn army(&mut self) {
        let mut tallies = [Tally::default(); 2];
        for &piece in self.position.pieces.in_game() {
            match self.side(piece) {
                Some(side) => {
                    tallies[side].count(piece);
                    self.colored(side, piece);
                }
                None if piece.state == State::Board => self.neutral(piece),
                None => {}
            }
        }
        (0..2).for_each(|side| self.tally(side, &tallies[side]));
    }

    fn colored(&mut self, side: usize, piece: Piece) {
        let (kind, group) = (piece.kind as usize, group(piece.kind));
        if piece.state == State::Board {
            let (file, rank) = self.place(piece);
            let zone = rank / 2 * 4 + file / 2;
            self.add(match piece.square.plane() {
                Plane::Earth if piece.kind.is_standard() => STANDARD + (side * 6 + kind) * 64 + rank * 8 + file,
                Plane::Earth => UPGRADED + (side * 9 + kind - 6) * ZONES + zone,
                plane => AWAY + ((away(plane) * 2 + side) * GROUPS + group) * ZONES + zone,
            });
        } else {
            self.add(LIMBO + side * 2 + usize::from(piece.kind != Kind::King));
        }
        if piece.stuns > 0 {
            self.add(STUNNED + side * COLORED + kind);
            self.add_steps(STUNS + (side * GROUPS + group) * 3, usize::from(piece.stuns), &[1, 2, 3]);
        }
        self.add_steps(SIZES + (side * GROUPS + group) * 3, usize::from(piece.size), &[2, 3, 4]);
    }

    fn neutral(&mut self, piece: Piece) {
        let angel = usize::from(piece.kind == Kind::Angel);
        let (file, rank) = self.place(piece);
        self.add(match piece.square.plane() {
            Plane::Earth => NEUTRAL + angel * ZONES + rank / 2 * 4 + file / 2,
            plane => AWAY_NEUTRAL + away(plane) * 2 + angel,
        });
    }

    fn tally(&mut self, side: usize, tally: &Tally) {
        for (plane, numbers) in tally.away.iter().enumerate() {
            for (kind, &number) in numbers.iter().enumerate() {
                let first = AWAY_NUMBERS + ((plane * 2 + side) * COLORED + kind) * AWAY_STEPS.len();
                self.add_steps(first, number, &AWAY_STEPS);
            }
        }
        for (mark, numbers) in tally.marks.iter().enumerate() {
            for (group, &number) in numbers.iter().enumerate() {
                let first = MARKS + ((side * MARK_COUNT + mark) * GROUPS + group) * MARK_STEPS.len();
                self.add_steps(first, number, &MARK_STEPS);
            }
        }
        self.add_steps(INVESTORS + side * INVESTOR_STEPS.len(), tally.investors, &INVESTOR_STEPS);
        self.add_steps(SPARE_KINGS + side * 2, tally.kings, &[2, 3]);
        if tally.kings_on_earth == 0 {
            self.add(NO_KING_ON_EARTH + side);
        }
        self.add_steps(ON_EARTH + side * EARTH_STEPS.len(), tally.on_earth, &EARTH_STEPS);
    }
}

impl Tally {
    fn count(&mut self, piece: Piece) {
        let is_king = usize::from(piece.kind == Kind::King);
        self.kings += is_king;
        self.investors += usize::from(piece.investors);
        match piece.square.plane() {
            Plane::Earth => {
                self.on_earth += 1;
                self.kings_on_earth += is_king;
            }
            plane => self.away[away(plane)][piece.kind as usize] += 1,
        }
        if piece.marks.bits() != 0 {
            for mark in Mark::ALL.into_iter().filter(|&mark| piece.has(mark)) {
                self.marks[mark as usize][group(piece.kind)] += 1;
            }
        }
    }
}

/// 0 for Heaven, 1 for Hell.
#[inline]
fn away(plane: Plane) -> usize {
    usize::from(plane == Plane::Hell)
}
