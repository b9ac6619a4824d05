//! What the learned evaluation sees of a position, from the viewpoint of one seat.
//!
//! The board is turned so that the seat's corner is a1 and the next corner of the round is i1: a quarter turn of the
//! board and of the colours changes nothing in the game. Owners are named by their place after the seat among the
//! living: 0 is the seat itself.

use menagerie_game::net::{Features, Inputs, Layout};
use menagerie_game::{BySeat, Seat};

use super::Reach;
use crate::board::{Square, neighbours};
use crate::piece::Kind::{self, *};
use crate::piece::{Color, Unit};
use crate::position::{Pending, Players, Position};

const CELLS: usize = Square::COUNT as usize;
/// An owner's place when nobody controls the colour.
pub(super) const UNCONTROLLED: usize = 4;

// Where each group of features begins.
/// A controlled piece: owner × kind × square.
const PIECES: usize = 0;
/// A piece of a neutral colour: square.
const NEUTRAL: usize = PIECES + 4 * 6 * CELLS;
/// A piece of a leaderless colour: square.
const LEADERLESS: usize = NEUTRAL + CELLS;
/// A corpse: square.
const CORPSES: usize = LEADERLESS + CELLS;
/// The kinds of the uncontrolled pieces: those of neutral colours, then those of leaderless ones without the chief.
const UNCONTROLLED_KINDS: usize = CORPSES + CELLS;
/// When a living seat chooses its next move: seat × place in the order of play.
const ORDER: usize = UNCONTROLLED_KINDS + 11;
/// The seat on turn.
const ON_TURN: usize = ORDER + 16;
/// The seat in power × whether more than two seats live.
const POWER: usize = ON_TURN + 4;
/// What is half done: the seat's own or another's × corpse in hand, piece in hand, reporter, exit.
const HALF_DONE: usize = POWER + 8;
/// The piece in hand: owner × chief or other.
const HELD: usize = HALF_DONE + 8;
/// The number of players with the number of living seats.
const TABLE: usize = HELD + 10;
/// Corpses beside the seat's chief: a feature for each step reached.
const SURROUNDED: usize = TABLE + 6;
/// Threats and chances: see `net_threats`.
pub(super) const THREATS: usize = SURROUNDED + SURROUNDED_STEPS.len();

const SURROUNDED_STEPS: [u32; 4] = [1, 2, 4, 6];

/// What the net of Djambi sees.
pub(crate) const INPUTS: Inputs = Inputs {
    game: "djambi",
    definition: "1: owner, kind and square, own corner first; order of play, power, half-done turns, threats",
    features: (THREATS + super::net_threats::COUNT) as u16,
    buckets: 3,
    layout: Layout::EachSeat,
};

/// The squares as each colour sees them: its own corner is a1, the next colour's is i1.
static TURNED: [[u8; CELLS]; 4] = turned();

const fn turned() -> [[u8; CELLS]; 4] {
    let mut tables = [[0; CELLS]; 4];
    let mut index = 0;
    while index < CELLS {
        let (mut file, mut rank) = (index % 9, index / 9);
        let mut color = 0;
        while color < 4 {
            tables[color][index] = (rank * 9 + file) as u8;
            (file, rank) = (rank, 8 - file);
            color += 1;
        }
        index += 1;
    }
    tables
}

/// The living seats as one of them sees them.
pub(super) struct Viewpoint {
    pub(super) seat: Color,
    /// The place of each living seat after this one; `UNCONTROLLED` for the others.
    relation: [usize; 4],
    /// The place of each living seat in the order of the next moves.
    order: [usize; 4],
}

impl Viewpoint {
    fn new(position: &Position, seat: Color) -> Self {
        let mut relation = [UNCONTROLLED; 4];
        let living = seat.cycle_after().filter(|&other| other != seat && position.is_living(other));
        relation[seat as usize] = 0;
        (1..).zip(living).for_each(|(place, other)| relation[other as usize] = place);
        let ranks = Color::ALL.map(|other| if position.is_living(other) { position.rank(other) } else { usize::MAX });
        let order = ranks.map(|rank| ranks.iter().filter(|&&other| other < rank).count());
        Self { seat, relation, order }
    }

    /// The place of the colour's controller after the seat, or `UNCONTROLLED`.
    #[inline]
    pub(super) fn owner(&self, position: &Position, color: Color) -> usize {
        position.controller(color).map_or(UNCONTROLLED, |seat| self.relation[seat as usize])
    }

    /// The place of a living seat after the seat.
    #[inline]
    pub(super) fn relation(&self, seat: Color) -> usize {
        self.relation[seat as usize]
    }

    /// The place of a living seat in the order of the next moves.
    #[inline]
    pub(super) fn order(&self, seat: Color) -> usize {
        self.order[seat as usize]
    }

    /// Whether one living seat chooses its next move before another.
    #[inline]
    pub(super) fn is_before(&self, first: Color, second: Color) -> bool {
        self.order(first) < self.order(second)
    }
}

/// Adds the features of a group that are there.
pub(super) fn push_all(group: usize, active: &[bool], features: &mut Features) {
    active.iter().enumerate().filter(|(_, active)| **active).for_each(|(number, _)| features.push(group + number));
}

impl Position {
    /// The active features for a living seat.
    pub(crate) fn features(&self, seat: Seat, features: &mut Features) {
        if let Some(seat) = Color::from_seat(seat).filter(|&seat| self.is_living(seat)) {
            self.seat_features(seat, &self.reaches(), features);
        }
    }

    /// The active features for every living seat, and the classical evaluations: what the pieces can reach is found once
    /// for all.
    pub(crate) fn features_by_seat(&self, features: &mut BySeat<Features>) -> BySeat<i32> {
        let reaches = self.reaches();
        for seat in Color::ALL.into_iter().filter(|&seat| self.is_living(seat)) {
            self.seat_features(seat, &reaches, &mut features[seat.seat()]);
        }
        self.evaluations_with(&reaches)
    }

    fn seat_features(&self, seat: Color, reaches: &[Reach; 4], features: &mut Features) {
        let view = Viewpoint::new(self, seat);
        self.board_features(&view, features);
        self.round_features(&view, features);
        self.half_done_features(&view, features);
        self.threat_features(&view, reaches, features);
    }

    /// The output of the net: by the number of living seats.
    pub(crate) fn net_bucket(&self) -> usize {
        self.living_count().saturating_sub(2).min(2)
    }

    fn board_features(&self, view: &Viewpoint, features: &mut Features) {
        let turned = &TURNED[view.seat as usize];
        let cell = |square: Square| turned[square.index() as usize] as usize;
        let mut uncontrolled = [false; 11];
        for color in Color::ALL {
            let owner = view.owner(self, color);
            // A leaderless colour has no chief, so its kinds begin with the next one.
            let (squares, kinds) = if self.is_leaderless(color) { (LEADERLESS, 5) } else { (NEUTRAL, 0) };
            for kind in Kind::ALL {
                for square in self.colors[color as usize] & self.kinds[kind as usize] {
                    if owner == UNCONTROLLED {
                        features.push(squares + cell(square));
                        uncontrolled[kinds + kind as usize] = true;
                    } else {
                        features.push(PIECES + (owner * 6 + kind as usize) * CELLS + cell(square));
                    }
                }
            }
        }
        push_all(UNCONTROLLED_KINDS, &uncontrolled, features);
        self.corpses.into_iter().for_each(|square| features.push(CORPSES + cell(square)));
        let chief = self.kinds[Chief as usize] & self.colors[view.seat as usize];
        let beside = chief.first().map_or(0, |square| (neighbours(square) & self.corpses).len());
        let reached = SURROUNDED_STEPS.iter().filter(|&&step| beside >= step).count();
        (0..reached).for_each(|step| features.push(SURROUNDED + step));
    }

    fn round_features(&self, view: &Viewpoint, features: &mut Features) {
        let living = self.living_count();
        for other in Color::ALL.into_iter().filter(|&other| self.is_living(other)) {
            features.push(ORDER + view.relation(other) * 4 + view.order(other));
        }
        if let Some(turn) = self.turn {
            features.push(ON_TURN + view.relation(turn.seat));
        }
        if let Some(ruler) = self.in_power() {
            features.push(POWER + view.relation(ruler) * 2 + usize::from(living > 2));
        }
        let first = match self.players {
            Players::Two => 0,
            Players::Three => 1,
            Players::Four => 3,
        };
        features.push(TABLE + first + self.net_bucket());
    }

    fn half_done_features(&self, view: &Viewpoint, features: &mut Features) {
        let what = match self.pending {
            Pending::Move => return,
            Pending::Hand(Unit::Corpse) => 0,
            Pending::Hand(Unit::Living(piece)) => {
                features.push(HELD + view.owner(self, piece.color) * 2 + usize::from(piece.kind != Chief));
                1
            }
            Pending::Kill(_) => 2,
            Pending::Exit => 3,
        };
        let is_foreign = self.turn.is_some_and(|turn| turn.seat != view.seat);
        features.push(HALF_DONE + usize::from(is_foreign) * 4 + what);
    }
}
