//! What the learned evaluation sees of a position: the seat on turn looks at all.
//!
//! The board is turned so that the seat's corner is a1 and the next corner of the round is i1: a quarter turn of the
//! board and of the colours changes nothing in the game. Owners are named by their place after the seat among the
//! living: 0 is the seat itself. The net gives a score to each place.

use menagerie_game::Seat;
use menagerie_game::net::{Features, Inputs, Layout};

use crate::board::{Set, Square, neighbours};
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
/// The seat in power × whether more than two seats live.
const POWER: usize = ORDER + 16;
/// What is half done: corpse in hand, piece in hand, reporter, exit.
const HALF_DONE: usize = POWER + 8;
/// The piece in hand: owner × chief or other.
const HELD: usize = HALF_DONE + 4;
/// The number of players with the number of living seats.
const TABLE: usize = HELD + 10;
/// Corpses beside a chief: owner × a feature for each step reached.
const SURROUNDED: usize = TABLE + 6;
/// Threats and chances: see `net_threats`.
pub(super) const THREATS: usize = SURROUNDED + 4 * SURROUNDED_STEPS.len();

const SURROUNDED_STEPS: [u32; 4] = [1, 2, 4, 6];

/// What the net of Djambi sees.
pub(crate) const INPUTS: Inputs = Inputs {
    game: "djambi",
    definition: "2: owner, kind and square, corner of the seat on turn first; order of play, power, half-done turns, \
                 threats between seats",
    features: (THREATS + super::net_threats::COUNT) as u16,
    buckets: 6,
    layout: Layout::AllSeats,
};

menagerie_game::net::embedded_net!("djambi.net", INPUTS);

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
    /// The living seats, this one first.
    seats: [Color; 4],
    count: usize,
    /// The place of each colour's controller; `UNCONTROLLED` if nobody controls it.
    owner: [usize; 4],
    /// The pieces of each place.
    pub(super) pieces: [Set; 4],
    /// When the seat at each place chooses its next move: 0 is first.
    order: [usize; 4],
}

impl Viewpoint {
    fn new(position: &Position, seat: Color) -> Self {
        let (mut seats, mut count) = ([seat; 4], 1);
        let mut place = [UNCONTROLLED; 4];
        place[seat as usize] = 0;
        for other in seat.cycle_after().filter(|&other| other != seat && position.is_living(other)) {
            (seats[count], place[other as usize]) = (other, count);
            count += 1;
        }
        let owner =
            Color::ALL.map(|color| position.controller(color).map_or(UNCONTROLLED, |seat| place[seat as usize]));
        let mut pieces = [Set::EMPTY; UNCONTROLLED + 1];
        owner.into_iter().zip(position.colors).for_each(|(owner, set)| pieces[owner] |= set);
        let mut ranks = [usize::MAX; 4];
        seats[..count].iter().zip(&mut ranks).for_each(|(&seat, rank)| *rank = position.rank(seat));
        let order = ranks.map(|rank| ranks.iter().filter(|&&other| other < rank).count());
        let [own, second, third, fourth, _] = pieces;
        Self { seats, count, owner, pieces: [own, second, third, fourth], order }
    }

    /// The living seats with their places.
    #[inline]
    pub(super) fn seats(&self) -> impl Iterator<Item = (usize, Color)> {
        self.seats[..self.count].iter().copied().enumerate()
    }

    /// The place of the colour's controller, or `UNCONTROLLED`.
    #[inline]
    pub(super) fn owner(&self, color: Color) -> usize {
        self.owner[color as usize]
    }

    /// When the seat at a place chooses its next move: 0 is first.
    #[inline]
    pub(super) fn order(&self, place: usize) -> usize {
        self.order[place]
    }
}

/// Adds the features of a group that are there.
pub(super) fn push_all(group: usize, active: &[bool], features: &mut Features) {
    active.iter().enumerate().filter(|(_, active)| **active).for_each(|(number, _)| features.push(group + number));
}

/// Adds a feature for each step that the number reaches.
pub(super) fn push_steps(group: usize, steps: &[u32], number: u32, features: &mut Features) {
    let reached = steps.iter().filter(|&&step| number >= step).count();
    (0..reached).for_each(|step| features.push(group + step));
}

impl Position {
    /// The active features, as a living seat sees the position.
    pub(crate) fn features(&self, seat: Seat, features: &mut Features) {
        if let Some(seat) = Color::from_seat(seat).filter(|&seat| self.is_living(seat)) {
            let view = Viewpoint::new(self, seat);
            self.board_features(&view, features);
            self.round_features(&view, features);
            self.half_done_features(&view, features);
            self.threat_features(&view, features);
        }
    }

    /// The outputs of the net: by the number of living seats, and whether the seat on turn chooses a move.
    pub(crate) fn net_bucket(&self) -> usize {
        self.more_than_two() * 2 + usize::from(self.pending != Pending::Move)
    }

    /// How many more than two seats live.
    fn more_than_two(&self) -> usize {
        self.living_count().saturating_sub(2).min(2)
    }

    fn board_features(&self, view: &Viewpoint, features: &mut Features) {
        let turned = &TURNED[view.seats[0] as usize];
        let cell = |square: Square| turned[square.index() as usize] as usize;
        for (place, pieces) in view.pieces[..view.count].iter().enumerate() {
            for kind in Kind::ALL {
                let begin = PIECES + (place * 6 + kind as usize) * CELLS;
                (*pieces & self.kinds[kind as usize])
                    .into_iter()
                    .for_each(|square| features.push(begin + cell(square)));
            }
        }
        if view.owner.contains(&UNCONTROLLED) {
            self.uncontrolled_features(view, cell, features);
        }
        self.corpses.into_iter().for_each(|square| features.push(CORPSES + cell(square)));
        for (place, seat) in view.seats() {
            let chief = self.kinds[Chief as usize] & self.colors[seat as usize];
            let beside = chief.first().map_or(0, |square| (neighbours(square) & self.corpses).len());
            push_steps(SURROUNDED + place * SURROUNDED_STEPS.len(), &SURROUNDED_STEPS, beside, features);
        }
    }

    fn uncontrolled_features(&self, view: &Viewpoint, cell: impl Fn(Square) -> usize, features: &mut Features) {
        let mut uncontrolled = [false; 11];
        for color in Color::ALL.into_iter().filter(|&color| view.owner(color) == UNCONTROLLED) {
            // A leaderless colour has no chief, so its kinds begin with the next one.
            let (squares, kinds) = if self.is_leaderless(color) { (LEADERLESS, 5) } else { (NEUTRAL, 0) };
            let pieces = self.colors[color as usize];
            pieces.into_iter().for_each(|square| features.push(squares + cell(square)));
            for kind in Kind::ALL.into_iter().filter(|&kind| pieces.meets(self.kinds[kind as usize])) {
                uncontrolled[kinds + kind as usize] = true;
            }
        }
        push_all(UNCONTROLLED_KINDS, &uncontrolled, features);
    }

    fn round_features(&self, view: &Viewpoint, features: &mut Features) {
        for place in 0..view.count {
            features.push(ORDER + place * 4 + view.order(place));
        }
        if let Some(ruler) = self.in_power() {
            features.push(POWER + view.owner(ruler) * 2 + usize::from(view.count > 2));
        }
        let first = match self.players {
            Players::Two => 0,
            Players::Three => 1,
            Players::Four => 3,
        };
        features.push(TABLE + first + self.more_than_two());
    }

    fn half_done_features(&self, view: &Viewpoint, features: &mut Features) {
        let what = match self.pending {
            Pending::Move => return,
            Pending::Hand(Unit::Corpse) => 0,
            Pending::Hand(Unit::Living(piece)) => {
                features.push(HELD + view.owner(piece.color) * 2 + usize::from(piece.kind != Chief));
                1
            }
            Pending::Kill(_) => 2,
            Pending::Exit => 3,
        };
        features.push(HALF_DONE + what);
    }
}
