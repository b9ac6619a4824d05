//! Every rule of `rules.md` by its id, and the promises that all games make.

mod bear;
mod contract;
mod eval;
mod judge;
mod monkeys;
mod pieces;
mod rulings;
mod scenes;
mod texts;
mod turns;

use menagerie_testkit::At;

type P = menagerie_chess2::Position;

const START: &str = "rmfqkfmr/ffeffeff/8/8/8/8/FFEFFEFF/RMFQKFMR w .... - - -";

/// A position in which a rule is checked.
#[track_caller]
fn at(rule: &str, position: &str) -> At<P> {
    menagerie_testkit::at(rule, position)
}
