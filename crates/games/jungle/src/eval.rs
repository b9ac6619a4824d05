//! For the search: static evaluation, tactical actions, move-ordering hints, null move.

pub(crate) mod net;
pub(crate) mod tuning;
mod weights;

use std::ops::ControlFlow;

use menagerie_game::{Seat, Sink};

pub use self::weights::{WEIGHTS, Weights};
use crate::actions::{Action, Hunt, Hunter};
use crate::board::{DEN_SET, Square, Squares, TRAPS};
use crate::captures::{Standing, judge};
use crate::piece::{Animal, BySide, Side, Token};
use crate::position::Position;

const COUNT: usize = Square::COUNT as usize;

/// For each side and square the row of [`Weights::place`]: the board is the same in the mirror, and each side looks at it
/// from its own end.
static PLACE: BySide<[u8; COUNT]> = BySide([places(Side::Red), places(Side::Black)]);

/// For each side and square how many steps lead to that side's *den*. Straight between the lakes or beside them no way is
/// longer for a walker than files and ranks added up.
static STEPS_HOME: BySide<[u8; COUNT]> = BySide([steps_to(0), steps_to(8)]);

const fn places(side: Side) -> [u8; COUNT] {
    let mut table = [0; COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let seen = if matches!(side, Side::Red) { square } else { square.turned() };
        let from_edge = if seen.file() > 3 { 6 - seen.file() } else { seen.file() };
        table[index as usize] = seen.rank() * 4 + from_edge;
        index += 1;
    }
    table
}

const fn steps_to(rank: u8) -> [u8; COUNT] {
    let mut table = [0; COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        table[index as usize] = square.file().abs_diff(3) + square.rank().abs_diff(rank);
        index += 1;
    }
    table
}

/// Mobility, attacks and material of one side, independent of the side to move.
struct Survey {
    /// Empty squares that a token can go to, counted for each token.
    mobility: i32,
    /// Squares that a token can go to.
    reach: Squares,
    /// Squares where a token could capture an intruder of strength 0.
    guarded: Squares,
    /// Enemies that a token can capture.
    prey: Squares,
    /// The sum of the tokens' worth where they stand.
    worth: i32,
    /// Steps from the foremost token to the enemy den.
    to_den: u8,
    /// Steps from the rearmost token to the own den.
    to_home: u8,
    strongest: Option<Animal>,
}

impl Survey {
    fn of(position: &Position, side: Side, weights: &Weights) -> Self {
        let hunt = Hunt::of(position, side);
        let mut survey = Self::nothing();
        let _ = hunt.each_token(|token| {
            let (animal, square) = (token.animal as usize, token.from.index() as usize);
            let prey = token.ways & token.prey;
            let steps = token.ways & hunt.vacant;
            survey.mobility += steps.len() as i32;
            survey.reach |= steps | prey;
            survey.guarded |= token.ways;
            survey.prey |= prey;
            survey.worth += weights.place[animal][PLACE[side][square] as usize];
            survey.to_den = survey.to_den.min(STEPS_HOME[side.other()][square]);
            survey.to_home = survey.to_home.min(STEPS_HOME[side][square]);
            survey.strongest = Some(token.animal);
            ControlFlow::Continue(())
        });
        survey
    }

    fn nothing() -> Self {
        let none = Squares::EMPTY;
        let far = u8::MAX;
        Self {
            mobility: 0,
            reach: none,
            guarded: none,
            prey: none,
            worth: 0,
            to_den: far,
            to_home: far,
            strongest: None,
        }
    }
}

impl Position {
    /// The static evaluation for a seat with these weights: its side's merits minus the other's.
    #[inline]
    pub fn evaluate_with(&self, seat: Seat, weights: &Weights) -> i32 {
        let red = Survey::of(self, Side::Red, weights);
        let black = Survey::of(self, Side::Black, weights);
        let tempo = if self.mover == Side::Red { weights.tempo } else { -weights.tempo };
        let balance =
            self.merits(Side::Red, &red, &black, weights) - self.merits(Side::Black, &black, &red, weights) + tempo;
        if seat == Side::Red.seat() { balance } else { -balance }
    }

    /// The merits of one side: material, places, mobility, guards.
    #[inline]
    fn merits(&self, side: Side, own: &Survey, foe: &Survey, weights: &Weights) -> i32 {
        let on_move = usize::from(self.mover == side);
        // A trap that nobody guards is a way into the den.
        let breach = (own.reach & TRAPS[side.other()]) - foe.guarded;
        let race = (foe.to_home as i32 - own.to_den as i32).clamp(-6, 6) + 6;
        own.worth
            + weights.mobility * own.mobility
            + weights.breach[on_move] * i32::from(!breach.is_empty())
            + weights.race[race as usize]
            + weights.guards[(own.guarded & TRAPS[side]).len() as usize]
            + self.hopes(side, foe.strongest, weights)
            - self.losses(side, foe.prey, on_move, weights)
    }

    /// What tokens gain or lose in value by which enemy tokens are left.
    #[inline]
    fn hopes(&self, side: Side, strongest_foe: Option<Animal>, weights: &Weights) -> i32 {
        let (own, foes) = (self.tokens[side], self.tokens[side.other()]);
        let classic = usize::from(self.classic);
        let faces_rat = own.square(Animal::Elephant).is_some() && foes.square(Animal::Rat).is_some();
        let mut hopes = if faces_rat { weights.elephant_faces_rat[classic] } else { 0 };
        if self.classic {
            hopes += weights.classic_rat * i32::from(own.square(Animal::Rat).is_some());
        }
        let weaker = strongest_foe.map_or(0, |animal| animal as usize + 1);
        for &animal in &Animal::ALL[weaker..] {
            hopes += weights.unmatched[animal as usize] * i32::from(own.square(animal).is_some());
        }
        hopes
    }

    /// The penalty for tokens that the enemy can capture.
    #[inline]
    fn losses(&self, side: Side, prey: Squares, on_move: usize, weights: &Weights) -> i32 {
        prey.into_iter()
            .filter_map(|square| self.tokens[side].on(square))
            .map(|animal| weights.threatened[on_move][animal as usize])
            .sum()
    }

    /// Whether a seat could enter the enemy den at once.
    #[inline]
    pub(crate) fn threatens_win(&self, seat: Seat) -> bool {
        Side::from_seat(seat).is_some_and(|side| self.can_enter_den(side))
    }

    /// A token on a trap beside the enemy den can always go in: no token of the other side may stand there.
    #[inline]
    fn can_enter_den(&self, side: Side) -> bool {
        self.held[side].meets(TRAPS[side.other()])
    }

    /// A capture, or the way into the den.
    #[inline]
    pub(crate) fn is_tactical(&self, action: Action) -> bool {
        (self.held[self.mover.other()] | DEN_SET[self.mover.other()]).contains(action.to)
    }

    /// The tactical actions.
    #[inline]
    pub(crate) fn tactical_actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        let aims = self.held[self.mover.other()] | DEN_SET[self.mover.other()];
        self.each_reach(|from, reach| (reach & aims).into_iter().try_for_each(|to| sink.push(Action { from, to })))
    }

    /// The den first, then captures by most valuable victim and least valuable attacker, then moves
    /// to better squares. Captures that lose more than they win are below zero.
    #[inline]
    pub(crate) fn order_hint(&self, action: Action) -> i32 {
        const DEN: i32 = 1 << 20;
        const CAPTURE: i32 = 1 << 14;
        let (mover, foe) = (self.mover, self.mover.other());
        let Some(animal) = self.tokens[mover].on(action.from) else { return 0 };
        if DEN_SET[foe].contains(action.to) {
            return DEN;
        }
        let place = |square: Square| WEIGHTS.place[animal as usize][PLACE[mover][square.index() as usize] as usize];
        let better = place(action.to) - place(action.from);
        let Some(prey) = self.tokens[foe].on(action.to) else { return better };
        let (gain, stake) = (WORTH[prey as usize], WORTH[animal as usize]);
        if stake > gain && self.is_retaken(animal, action.to) {
            return gain - stake;
        }
        CAPTURE + 16 * gain - stake + better
    }

    /// Whether the foe could recapture on this square.
    fn is_retaken(&self, animal: Animal, square: Square) -> bool {
        let prey = Standing { token: Token { animal, side: self.mover }, square };
        let retakes = |hunter: Hunter| {
            let side = self.mover.other();
            let standing = Standing { token: Token { animal: hunter.animal, side }, square: hunter.from };
            let takes = hunter.ways.contains(square) && judge(self, standing, prey).allowed;
            if takes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        Hunt::of(self, self.mover.other()).each_token(retakes).is_break()
    }

    /// Not with few tokens, because of zugzwang, and not if the other side would have no action.
    #[inline]
    pub(crate) fn null_move(&self) -> Option<Self> {
        const FEW: u32 = 2;
        let skipped = Self { mover: self.mover.other(), ..*self };
        let enough = Side::ALL.into_iter().all(|side| self.held[side].len() > FEW);
        (enough && skipped.has_action()).then_some(skipped)
    }
}

/// A distinct number for every action, by its two squares.
#[inline]
pub(crate) fn action_code(action: Action) -> u32 {
    u32::from(action.from.index()) * u32::from(Square::COUNT) + u32::from(action.to.index())
}

/// The average value of each animal, for move ordering.
const WORTH: [i32; 8] = average_worth();

const fn average_worth() -> [i32; 8] {
    let mut worth = [0; 8];
    let mut animal = 0;
    while animal < 8 {
        let mut place = 0;
        while place < 36 {
            worth[animal] += WEIGHTS.place[animal][place];
            place += 1;
        }
        worth[animal] /= 36;
        animal += 1;
    }
    worth
}
