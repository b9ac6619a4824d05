//! A second referee that knows nothing of the library's positions: it works on the text alone, square by square, as the
//! rules are written, and says which main actions there are and what each of them leads to.
//!
//! It judges moves, shots, casts and raises of all types, sizes and marks on all three planes, with captures, deaths, items,
//! traps, credit, and the run loop until somebody decides again. It does not judge purchases, nor the answers to tasks
//! (upgrades, promotions, shrinking, chaos).

mod board;
mod crowd;
mod land;
mod moves;
mod turn;

use board::Game;
use menagerie_game::{Dice, Rules, RulesExt, Silent};
use menagerie_heaven_hell::Position;
use menagerie_testkit::{dice, passed};

/// The referee lists the same main actions, and each leads to the same position. Says how many were compared.
fn agrees(position: &Position) -> usize {
    let text = position.to_string();
    let judge = Game::read(&text);
    if !text.ends_with(" -") || judge.is_over() {
        return 0;
    }
    let listed = position.sorted_texts();
    let judged: Vec<_> = listed.iter().filter(|action| !action.starts_with("buy:") && *action != "pass").collect();
    assert_eq!(judged, judge.main_actions().iter().collect::<Vec<_>>(), "actions of {text}");
    assert_eq!(listed.iter().any(|action| action == "pass"), listed == ["pass"], "{text}");
    assert!(!listed.is_empty(), "{text}");
    for action in judged.iter().copied() {
        let mut after = position.clone();
        let _ = after.apply(action.parse().unwrap(), &mut Silent);
        let mut expected = judge.clone();
        expected.act(action);
        assert_eq!(after.to_string(), expected.write(), "{action} in {text}");
    }
    judged.len()
}

#[test]
fn random_games_agree_with_the_referee() {
    let games: Vec<_> = (0..10).map(|seed| (seed, "")).collect();
    let compared: usize = passed::<Position>(&games, 400).iter().map(agrees).sum();
    println!("{compared} actions compared");
    assert!(compared > 20_000, "only {compared} actions were compared");
}

/// Random games seldom see a Fortress of size 3 in Hell: these positions are full of such pieces.
#[test]
fn crowded_positions_agree_with_the_referee() {
    let mut dice = dice(1);
    let mut compared = 0;
    for _ in 0..2000 {
        let text = crowd::text(&mut |sides| dice.roll(sides));
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        compared += agrees(&position);
    }
    println!("{compared} actions compared");
    assert!(compared > 20_000, "only {compared} actions were compared");
}
