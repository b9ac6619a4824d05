//! For the search: static evaluation, tactical actions, move-ordering hints, null move.
//!
//! The evaluation is a sum of weights: every feature of a position names one, counted for its side and against the
//! other. The same walk over the features serves the evaluation and the tuner (`weights.rs`).

pub(crate) mod net;
mod weights;

use std::ops::ControlFlow;

use menagerie_game::{Seat, Sink};

use self::weights::WEIGHTS;
use crate::board::last_rows;
use crate::board::{Set, Square};
use crate::position::Position;
use crate::reach::{reach, reaches};
use crate::{Action, Color, Kind};

/// Left and right are the same to every piece, so squares are folded along the middle file.
const PLACES: usize = 15;
/// From a king: up to four files aside, from four ranks behind to four before.
const OFFSETS: usize = 45;
const CODES: usize = 16;
const HAND_STEPS: usize = 4;

/// Where each group of features has its weights.
pub(crate) mod group {
    use super::*;

    /// A piece on a square: material and place in one.
    pub(crate) const PLACE: usize = 0;
    /// A piece by its offset from the own king.
    pub(crate) const GUARD: usize = PLACE + CODES * PLACES;
    /// A piece by its offset from the other king.
    pub(crate) const SIEGE: usize = GUARD + CODES * OFFSETS;
    /// The first and the second of a kind in hand.
    pub(crate) const HAND: usize = SIEGE + CODES * OFFSETS;
    /// How many squares next to the other king are attacked, by how much is in hand.
    pub(crate) const RING: usize = HAND + 8 * 2;
    /// How many squares next to the other king are free to flee to, by how much is in hand.
    pub(crate) const FLIGHT: usize = RING + 9 * HAND_STEPS;
    /// For each square that a piece reaches.
    pub(crate) const REACH: usize = FLIGHT + 9 * HAND_STEPS;
    /// An unguarded enemy piece under attack, by the mover and by the other.
    pub(crate) const HANGING: usize = REACH + CODES;
    /// Being the mover.
    pub(crate) const TEMPO: usize = HANGING + 2 * CODES;
    pub(crate) const COUNT: usize = TEMPO + 1;
}

/// The folded places of squares as white sees them.
static PLACE_OF: [u8; 32] = {
    let mut table = [0; 32];
    let mut square = 0;
    while square < 25 {
        let (file, rank) = (square % 5, square / 5);
        let aside = if file > 2 { 4 - file } else { file };
        table[square] = (rank * 3 + aside) as u8;
        square += 1;
    }
    table
};

/// By king's square and piece's square, as white sees them.
static OFFSET_OF: [[u8; 32]; 32] = {
    let mut table = [[0; 32]; 32];
    let mut king = 0usize;
    while king < 25 {
        let mut square = 0usize;
        while square < 25 {
            let aside = (square % 5).abs_diff(king % 5);
            table[king][square] = ((square / 5 + 4 - king / 5) * 5 + aside) as u8;
            square += 1;
        }
        king += 1;
    }
    table
};

/// A square's index as its side sees the board.
#[inline]
fn seen_by(color: Color, square: Square) -> usize {
    usize::from(match color {
        Color::White => square.index(),
        Color::Black => 24 - square.index(),
    }) % 32
}

const KING: u8 = Kind::King as u8;

impl Position {
    /// Reports every weight of the classical evaluation that counts here: side, index, count.
    #[inline]
    pub(crate) fn each_weight(&self, tell: &mut impl FnMut(Color, usize, i32)) {
        let occupied = self.occupied();
        let kings = Color::ALL.map(|color| (self.kings() & self.of(color)).first());
        let [Some(black_king), Some(white_king)] = kings else { return };
        let kings = [black_king, white_king];
        let mut attacked = [Set::EMPTY; 2];
        for color in Color::ALL {
            let own = self.of(color);
            let guard = &OFFSET_OF[seen_by(color, kings[color as usize])];
            let siege = &OFFSET_OF[seen_by(color, kings[color.other() as usize])];
            for from in own {
                let code = self.code(from);
                let (row, square) = (usize::from(code), seen_by(color, from));
                let reached = reach(code, color, from, occupied);
                attacked[color as usize] |= reached;
                tell(color, group::PLACE + row * PLACES + usize::from(PLACE_OF[square]), 1);
                tell(color, group::SIEGE + row * OFFSETS + usize::from(siege[square]), 1);
                if code != KING {
                    tell(color, group::GUARD + row * OFFSETS + usize::from(guard[square]), 1);
                }
                tell(color, group::REACH + row, (reached - own).len() as i32);
            }
        }
        for color in Color::ALL {
            let hand = self.tell_hand(color, tell);
            let (mine, theirs) = (attacked[color as usize], attacked[color.other() as usize]);
            let king = kings[color.other() as usize];
            let ring = reach(KING, color, king, Set::EMPTY);
            let others = self.of(color.other());
            tell(color, group::RING + (ring & mine).len() as usize * HAND_STEPS + hand, 1);
            tell(color, group::FLIGHT + (ring - mine - others).len() as usize * HAND_STEPS + hand, 1);
            let side = usize::from(color == self.mover) * CODES;
            for square in (others & mine) - theirs {
                tell(color, group::HANGING + side + usize::from(self.code(square)), 1);
            }
        }
        tell(self.mover, group::TEMPO, 1);
    }

    /// The number of pieces in hand, in steps.
    #[inline]
    fn tell_hand(&self, color: Color, tell: &mut impl FnMut(Color, usize, i32)) -> usize {
        let kinds = self.hands.kinds(color) as usize;
        if kinds > 0 {
            for kind in [Kind::Soldier, Kind::Spear, Kind::Elephant, Kind::Silver, Kind::Gold] {
                for number in 0..usize::from(self.hands.count(color, kind)) {
                    tell(color, group::HAND + kind as usize * 2 + number % 2, 1);
                }
            }
        }
        kinds.min(HAND_STEPS - 1)
    }

    /// The static evaluation for a seat, in hundredths of a soldier.
    #[inline]
    pub(crate) fn evaluate(&self, seat: Seat) -> i32 {
        let color = Color::of_seat(seat);
        let mut score = 0;
        self.each_weight(&mut |side, weight, count| {
            let worth = i32::from(WEIGHTS[weight]) * count;
            score += if side == color { worth } else { -worth };
        });
        score
    }

    /// Whether a seat could take the other's king at once.
    #[inline]
    pub(crate) fn threatens_win(&self, seat: Seat) -> bool {
        let color = Color::of_seat(seat);
        let target = self.kings() & self.of(color.other());
        let occupied = self.occupied();
        self.of(color).into_iter().any(|from| reaches(self.code(from), color, from, occupied, target))
    }

    /// The squares to which a piece promotes by moving; none if it cannot.
    #[inline]
    fn promoting(&self, code: u8) -> Set {
        if code <= Kind::Silver as u8 { last_rows(self.mover) } else { Set::EMPTY }
    }

    /// The tactical actions: captures and promotions.
    #[inline]
    pub(crate) fn tactical_actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        let occupied = self.occupied();
        let own = self.of(self.mover);
        for from in own {
            let code = self.code(from);
            let tactical = (occupied | self.promoting(code)) - own;
            for to in reach(code, self.mover, from, occupied) & tactical {
                sink.push(Action::Move { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    pub(crate) fn is_tactical(&self, action: Action) -> bool {
        match action {
            Action::Drop { .. } => false,
            Action::Move { from, to } => (self.occupied() | self.promoting(self.code(from))).contains(to),
        }
    }

    /// Static exchange evaluation of tactical actions, with the least valuable attacker first; 0
    /// for quiet ones.
    #[inline]
    pub(crate) fn order_hint(&self, action: Action) -> i32 {
        let Action::Move { from, to } = action else { return 0 };
        let (code, taken) = (self.code(from), self.code(to));
        if taken == KING {
            return 100_000;
        }
        let promotes = self.promoting(code).contains(to);
        if taken == 0 && !promotes {
            return 0;
        }
        let gain = WORTH[usize::from(taken)] + i32::from(promotes) * PROMOTION;
        let risk = WORTH[usize::from(code)] + i32::from(promotes) * PROMOTION;
        if gain >= risk {
            return gain - risk / 16;
        }
        let answer = self.exchange(to, self.mover.other(), risk, self.occupied() - Set::of(from));
        gain - answer - risk / 16
    }

    /// Static exchange evaluation: what a side wins at most by capturing on a square, where `prize`
    /// stands, if both sides recapture with their least valuable piece.
    fn exchange(&self, to: Square, color: Color, prize: i32, occupied: Set) -> i32 {
        let mut cheapest: Option<(i32, Square)> = None;
        for from in self.of(color) & occupied {
            let code = self.code(from);
            let worth = if code == KING { KING_WORTH } else { WORTH[usize::from(code)] };
            if cheapest.is_none_or(|(least, _)| worth < least)
                && from != to
                && reaches(code, color, from, occupied, Set::of(to))
            {
                cheapest = Some((worth, from));
            }
        }
        let Some((worth, from)) = cheapest else { return 0 };
        (prize - self.exchange(to, color.other(), worth, occupied - Set::of(from))).max(0)
    }

    /// The null move.
    pub(crate) fn null_move(&self) -> Self {
        Self { mover: self.mover.other(), ..*self }
    }
}

/// What taking a piece wins, by its code: it is lost to one side and gained by the other.
const WORTH: [i32; 16] = [0, 200, 500, 600, 700, 800, 0, 0, 0, 500, 850, 1000, 1100, 0, 0, 0];

/// What a promotion wins, roughly.
const PROMOTION: i32 = 200;
/// More than anything that can be won on a square.
const KING_WORTH: i32 = 50_000;

/// Moves by their two squares, then drops.
#[inline]
pub(crate) fn action_code(action: Action) -> u32 {
    match action {
        Action::Move { from, to } => u32::from(from.index()) * 25 + u32::from(to.index()),
        Action::Drop { kind, to } => 600 + kind as u32 * 25 + u32::from(to.index()),
    }
}

/// The weights for the tuner (`crates/search/examples/tune`).
pub(crate) mod tuning {
    use menagerie_game::Seat;
    use menagerie_game::tuning::{Features, Recipe, Tuning, of_first_seat};

    use super::*;

    /// How the tuner fits the weights.
    const RECIPE: Recipe =
        Recipe { games: 26_000, nodes: 800, result_share: 0.6, scale: 250.0, pull: 1e-6, step: 1.0, with_option: 0 };

    pub(crate) fn tuning() -> Tuning<Position> {
        let fields = &[("WEIGHTS", &[group::COUNT] as &[usize], 15)];
        let weights = || WEIGHTS.iter().map(|&weight| i32::from(weight)).collect();
        Tuning { recipe: RECIPE, fields, weights, features, known_sum: None }
    }

    /// The features of a position: how often each weight counts for black, less how often for white.
    fn features(position: &Position, seat: Seat) -> Option<Features> {
        let signed = |color, count: i32| if color == Color::Black { count } else { -count } as f32;
        of_first_seat(seat, |tell| {
            position.each_weight(&mut |color, weight, count| tell(weight, signed(color, count)));
        })
    }
}
