//! The capture tables, row by row as in the rule file. They explain refusals, and tests compare the
//! fast move generator with them.

use crate::board::{Square, TRAPS, WATER};
use crate::piece::{Animal, Token};
use crate::position::Position;

/// Whether a capture is allowed, and the row of the table that decides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CaptureRuling {
    pub(crate) rule: &'static str,
    pub(crate) allowed: bool,
}

const fn ruling(rule: &'static str, allowed: bool) -> CaptureRuling {
    CaptureRuling { rule, allowed }
}

/// A token and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    pub(crate) token: Token,
    pub(crate) square: Square,
}

impl Standing {
    /// 0 on a trap of the other side, otherwise the rank (jungle/ruling/11).
    pub(crate) fn strength(self) -> u8 {
        if TRAPS[self.token.side.other()].contains(self.square) { 0 } else { self.token.animal.rank() }
    }

    pub(crate) fn in_water(self) -> bool {
        WATER.contains(self.square)
    }
}

/// Whether the hunter may capture the prey, which it reaches.
pub(crate) fn judge(position: &Position, hunter: Standing, prey: Standing) -> CaptureRuling {
    if position.is_classic() { judge_classic(hunter, prey) } else { judge_default(hunter, prey) }
}

fn judge_default(hunter: Standing, prey: Standing) -> CaptureRuling {
    let stronger_or_equal = hunter.strength() >= prey.strength();
    if hunter.strength() == 0 {
        ruling("jungle/captures/1", prey.strength() == 0)
    } else if prey.in_water() && !hunter.in_water() {
        ruling("jungle/captures/2", false)
    } else if prey.strength() == 0 {
        ruling("jungle/captures/3", true)
    } else if is(hunter, Animal::Rat) && is(prey, Animal::Elephant) {
        ruling("jungle/captures/4", hunter.in_water())
    } else {
        ruling("jungle/captures/5", stronger_or_equal)
    }
}

fn judge_classic(hunter: Standing, prey: Standing) -> CaptureRuling {
    let stronger_or_equal = hunter.strength() >= prey.strength();
    if hunter.strength() == 0 {
        ruling("jungle/classic/1", prey.strength() == 0)
    } else if prey.in_water() != hunter.in_water() {
        ruling("jungle/classic/2", false)
    } else if prey.strength() == 0 {
        ruling("jungle/classic/3", true)
    } else if is(hunter, Animal::Rat) && is(prey, Animal::Elephant) {
        ruling("jungle/classic/4", true)
    } else if is(hunter, Animal::Elephant) && is(prey, Animal::Rat) {
        ruling("jungle/classic/5", false)
    } else {
        ruling("jungle/classic/6", stronger_or_equal)
    }
}

fn is(standing: Standing, animal: Animal) -> bool {
    standing.token.animal == animal
}
