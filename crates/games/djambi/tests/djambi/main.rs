//! The tests of Djambi: the contract, every numbered rule, the effects, the scene.

mod concession;
mod contract;
mod crowded;
mod effects;
mod elimination;
mod judge;
mod net;
mod pieces;
mod power;
mod reading;
mod rulings;
mod scene;
mod seats;
mod turns;

type P = menagerie_djambi::Position;

/// Begins to check a rule in a position.
#[track_caller]
fn at(rule: &str, position: &str) -> menagerie_testkit::At<P> {
    menagerie_testkit::at(rule, position)
}
