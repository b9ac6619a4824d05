//! Rules checked in positions written as lists of tokens.

mod place;

use menagerie_jungle::Position;
use menagerie_testkit::{At, at};

pub(crate) use place::place;

/// Begins to check a rule in a position.
#[track_caller]
pub(crate) fn on(rule: &str, tokens: &str, rest: &str) -> At<Position> {
    at(rule, &place(tokens, rest))
}
