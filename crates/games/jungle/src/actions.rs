//! Move generation.

use std::ops::ControlFlow;

use menagerie_game::Sink;

use crate::board::{DEN_SET, Square, Squares, TRAPS, WATER, jumps, swim, walk};
use crate::piece::{Animal, Side};
use crate::position::Position;

/// A token goes from one square to another; what stood there is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Action {
    /// Where the token stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Position {
    /// Every legal action of the mover.
    #[inline]
    pub(crate) fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        self.each_reach(|from, reach| {
            for to in reach {
                sink.push(Action { from, to })?;
            }
            ControlFlow::Continue(())
        })
    }

    /// How many legal actions the mover has.
    #[inline]
    pub(crate) fn count_actions(&self) -> usize {
        let mut count = 0;
        let _ = self.each_reach(|_, reach| {
            count += reach.len() as usize;
            ControlFlow::Continue(())
        });
        count
    }

    /// Calls `tell` with the target squares of each of the mover's tokens, from the weakest to the
    /// strongest. None in a decided game.
    #[inline]
    pub(crate) fn each_reach(&self, mut tell: impl FnMut(Square, Squares) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_decided() {
            return ControlFlow::Continue(());
        }
        let hunt = Hunt::of(self, self.mover);
        hunt.each_token(|token| tell(token.from, token.ways & (hunt.vacant | token.prey)))
    }
}

/// A token of the side that hunts: where it stands, where steps and jumps lead, and whom it may capture.
pub(crate) struct Hunter {
    pub(crate) animal: Animal,
    pub(crate) from: Square,
    /// Squares that steps and jumps reach, empty or not.
    pub(crate) ways: Squares,
    /// Enemies that it may capture, in reach or not.
    pub(crate) prey: Squares,
}

/// Squares that all tokens of a side ask about, computed once.
pub(crate) struct Hunt<'a> {
    position: &'a Position,
    side: Side,
    foe: Side,
    /// Empty squares but for the own den (jungle/pieces/3).
    pub(crate) vacant: Squares,
    /// Enemies on the side's traps: strength 0.
    trapped: Squares,
    /// Rats of both sides, which stop jumps (jungle/ruling/12).
    rats: Squares,
}

impl<'a> Hunt<'a> {
    #[inline]
    pub(crate) fn of(position: &'a Position, side: Side) -> Self {
        let foe = side.other();
        let (own, enemies) = (position.held[side], position.held[foe]);
        Self {
            position,
            side,
            foe,
            vacant: !(own | enemies | DEN_SET[side]),
            trapped: enemies & TRAPS[side],
            rats: position.tokens[side].set(Animal::Rat) | position.tokens[foe].set(Animal::Rat),
        }
    }

    /// Calls `tell` with each of the side's tokens, from the weakest to the strongest.
    #[inline]
    pub(crate) fn each_token(&self, mut tell: impl FnMut(Hunter) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut no_stronger = Squares::EMPTY;
        for animal in Animal::ALL {
            no_stronger |= self.position.tokens[self.foe].set(animal);
            if let Some(from) = self.position.tokens[self.side].square(animal) {
                let (ways, prey) = (ways(animal, from, self.rats), self.prey(animal, from, no_stronger));
                tell(Hunter { animal, from, ways, prey })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The enemies that the token may capture if it reaches them. Only a rat reaches the water, so the
    /// rule about it needs no check for the others (jungle/captures/2, jungle/classic/2).
    #[inline]
    fn prey(&self, animal: Animal, from: Square, no_stronger: Squares) -> Squares {
        // jungle/captures/1: a trapped token takes nothing; another trapped token is always out of its reach.
        if TRAPS[self.foe].contains(from) {
            return Squares::EMPTY;
        }
        match animal {
            Animal::Rat => self.prey_of_rat(from),
            // jungle/classic/5
            Animal::Elephant if self.position.classic => (no_stronger - self.rats) | self.trapped,
            _ => no_stronger | self.trapped,
        }
    }

    /// jungle/captures/2 to 5 and jungle/classic/2 to 6, for a rat.
    #[inline]
    fn prey_of_rat(&self, from: Square) -> Squares {
        let foes = self.position.tokens[self.foe];
        let (rat, elephant) = (foes.set(Animal::Rat), foes.set(Animal::Elephant));
        match (self.position.classic, WATER.contains(from)) {
            (false, true) => rat | elephant,
            (false, false) => (rat - WATER) | self.trapped,
            (true, true) => rat & WATER,
            (true, false) => (rat - WATER) | elephant | self.trapped,
        }
    }
}

/// Where steps and jumps lead, whatever stands there; rats of both sides stop jumps (jungle/pieces/1, jungle/pieces/2).
#[inline]
pub(crate) fn ways(animal: Animal, from: Square, rats: Squares) -> Squares {
    match animal {
        Animal::Rat => swim(from),
        Animal::Tiger | Animal::Lion => {
            let free = jumps(from).iter().filter(|jump| !jump.over.meets(rats));
            free.fold(walk(from), |ways, jump| ways | jump.to)
        }
        _ => walk(from),
    }
}
