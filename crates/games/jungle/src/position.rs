//! The position: its fields, start, actor, outcome and hash key.

use std::ops::ControlFlow;

use menagerie_game::{Actor, Key, Outcome, Seat, SeatSet};

use crate::board::{DEN_SET, Square, Squares};
use crate::piece::{Animal, BySide, Side, Token};
use crate::tokens::Tokens;

/// A position: where the animals stand, who moves, and which rule set is on.
///
/// Always holds: at least one token; no animal twice on a side; only rats in the water; no token in its own den; not
/// both dens entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) tokens: BySide<Tokens>,
    /// The squares of each side's tokens.
    pub(crate) held: BySide<Squares>,
    pub(crate) mover: Side,
    pub(crate) classic: bool,
}

/// How a game came to its end: the winner and the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// jungle/end/1: a token of this side stands in the enemy den.
    Den(Side),
    /// jungle/end/2: the other side has no tokens.
    LastToken(Side),
    /// jungle/end/3: the other side is on move and has no action.
    NoAction(Side),
}

impl Ending {
    /// Who won.
    pub const fn winner(self) -> Side {
        match self {
            Self::Den(side) | Self::LastToken(side) | Self::NoAction(side) => side,
        }
    }

    /// The rule's id.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Den(_) => "jungle/end/1",
            Self::LastToken(_) => "jungle/end/2",
            Self::NoAction(_) => "jungle/end/3",
        }
    }
}

/// The set-up of red; black's is the same turned by 180° (jungle/ruling/1, jungle/ruling/2).
const SET_UP: [(Animal, &str); 8] = [
    (Animal::Elephant, "a3"),
    (Animal::Lion, "g1"),
    (Animal::Tiger, "a1"),
    (Animal::Leopard, "e3"),
    (Animal::Wolf, "c3"),
    (Animal::Dog, "f2"),
    (Animal::Cat, "b2"),
    (Animal::Rat, "g3"),
];

impl Position {
    /// The position in which a game begins.
    pub fn start_position(classic: bool) -> Self {
        let mut position = Self::empty(Side::Red, classic);
        for (animal, name) in SET_UP {
            let square = Square::named(name);
            position.put(Token { animal, side: Side::Red }, square);
            position.put(Token { animal, side: Side::Black }, square.turned());
        }
        position
    }

    /// A board without tokens: not yet a position.
    pub(crate) fn empty(mover: Side, classic: bool) -> Self {
        Self { tokens: BySide([Tokens::NONE; 2]), held: BySide([Squares::EMPTY; 2]), mover, classic }
    }

    /// Puts a token that is not on the board on an empty square.
    pub(crate) fn put(&mut self, token: Token, square: Square) {
        self.tokens[token.side].put(token.animal, square);
        self.held[token.side].insert(square);
    }

    /// Who is on move; in a finished game, who would be.
    pub const fn mover(&self) -> Side {
        self.mover
    }

    /// Whether the rule set `classic` is on.
    pub const fn is_classic(&self) -> bool {
        self.classic
    }

    /// The token on a square.
    pub fn token_on(&self, square: Square) -> Option<Token> {
        Side::ALL.into_iter().find_map(|side| Some(Token { animal: self.tokens[side].on(square)?, side }))
    }

    /// The square of a token, unless it was captured.
    pub fn square_of(&self, token: Token) -> Option<Square> {
        self.tokens[token.side].square(token.animal)
    }

    /// Whether a den is entered or a side has no tokens (jungle/end/1, jungle/end/2).
    #[inline]
    pub(crate) fn is_decided(&self) -> bool {
        Side::ALL.into_iter().any(|side| self.in_enemy_den(side) || self.held[side].is_empty())
    }

    #[inline]
    fn in_enemy_den(&self, side: Side) -> bool {
        self.held[side].meets(DEN_SET[side.other()])
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        let den = Side::ALL.into_iter().find(|&side| self.in_enemy_den(side)).map(Ending::Den);
        let last = || Side::ALL.into_iter().find(|&side| self.held[side.other()].is_empty()).map(Ending::LastToken);
        let stuck = || (!self.has_action()).then_some(Ending::NoAction(self.mover.other()));
        den.or_else(last).or_else(stuck)
    }

    #[inline]
    pub(crate) fn has_action(&self) -> bool {
        self.each_reach(|_, reach| if reach.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            .is_break()
    }

    /// The same position with this seat to move; `None` once the game is over.
    pub(crate) fn with_turn(&self, seat: Seat) -> Option<Self> {
        self.ending().is_none().then_some(Self { mover: Side::from_seat(seat)?, ..*self })
    }

    /// A decided game has no actions, so one check covers all three endings.
    #[inline]
    pub(crate) fn actor(&self) -> Actor {
        if self.has_action() { Actor::Seat(self.mover.seat()) } else { Actor::Nobody }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|ending| Outcome::won_by(ending.winner().seat(), SeatSet::first(2)))
    }

    /// `held` follows from `tokens` and adds nothing.
    pub(crate) fn key(&self) -> u64 {
        let [red, black] = self.tokens.0.map(Tokens::word);
        let rest = u64::from(self.mover as u8) | u64::from(self.classic) << 1;
        [red, black, rest].into_iter().fold(Key::new(), Key::word).finish()
    }
}
