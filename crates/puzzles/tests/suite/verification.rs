//! Verification: puzzles that are right, and each way in which one is wrong.

use menagerie_puzzles::{Fault, Goal, Proof, ProofKind, Puzzle, Source, verify};

use crate::{DEN, den, puzzle};

fn forced(game: &str, solver: &str, goal: Goal, position: &str, line: &[&str]) -> Puzzle {
    let proof = Proof { kind: ProofKind::Forced, nodes: 100, turns: 1, effort: 100, steps: Vec::new() };
    Puzzle { goal, proof, ..puzzle(game, solver, position, line) }
}

#[test]
fn a_unique_solution_is_confirmed_by_search() {
    assert_eq!(verify(&den(), 10), Ok(()));
}

#[test]
fn two_ways_into_the_den_are_not_unique() {
    let several = puzzle("jungle", "red", "2D4/3C3/7/7/7/7/7/3w3/6L r", &["d8d9"]);
    assert!(matches!(verify(&several, 10), Err(Fault::SeveralGood { number: 1, .. })));
    assert_eq!(verify(&several, 0), Ok(()), "nothing is searched");
}

#[test]
fn a_solution_that_the_search_does_not_prefer_is_named() {
    let wrong = puzzle("jungle", "red", DEN, &["d8c8"]);
    let fault = verify(&wrong, 10).unwrap_err();
    assert_eq!(fault.to_string(), "action 1: the search prefers d8d9 to d8c8");
}

#[test]
fn a_line_that_the_rules_no_longer_allow_is_named() {
    let fault = verify(&puzzle("jungle", "red", DEN, &["d8d7", "d2c2", "d7e6"]), 0).unwrap_err();
    assert!(fault.to_string().starts_with("action 3 of the line: d7e6 is not legal here"), "{fault}");
}

#[test]
fn a_source_that_leads_elsewhere_is_named() {
    let from = |actions: &[&str]| {
        let actions = actions.iter().map(|action| (*action).to_owned()).collect();
        Puzzle { source: Source::SelfPlay { seed: 1, number: 1, actions }, ..den() }
    };
    assert!(matches!(verify(&from(&[]), 0), Err(Fault::OtherPosition(_))));
    assert!(matches!(verify(&from(&["a1a9"]), 0), Err(Fault::Source { number: 1, .. })));
    assert!(matches!(verify(&Puzzle { game: "poker".to_owned(), ..den() }, 0), Err(Fault::Game(_))));
}

/// The positions are example 13 in the rules of Djambi, and example 7 with red's chief out of the way.
#[test]
fn the_only_turn_that_eliminates_is_confirmed() {
    let wall = "gC5yA1yC/9/6bM2/x8/rN8/9/9/4rC2x1/7xbC 4 rbyg r -";
    assert_eq!(verify(&forced("djambi", "red", Goal::Eliminate, wall, &["a5a6", "@i2"]), 1), Ok(()));
    let maze = "gC7yC/9/9/5gM3/3bMbC4/9/8bD/4rA4/1rC7 4 rbyg r -";
    assert_eq!(verify(&forced("djambi", "red", Goal::Eliminate, maze, &["e2e5"]), 1), Ok(()));
}

#[test]
fn a_turn_that_forces_nothing_and_one_of_several_are_wrong() {
    let maze = "gC7yC/9/9/5gM3/3bMbC4/9/8bD/4rA4/1rC7 4 rbyg r -";
    let quiet = forced("djambi", "red", Goal::Eliminate, maze, &["e2e4"]);
    assert!(matches!(verify(&quiet, 1), Err(Fault::NotForced { number: 1, turns: 1 })));
    let rooks = "w1 Ra1^,Rh8^,Ke1,pa7,ka8^m - - 0/0 6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -";
    let ordered = rooks.replace("Ra1^,Rh8^,Ke1,pa7,ka8^m", "Ke1,pa7,Ra1^,ka8^m,Rh8^");
    let several = forced("heaven-hell", "white", Goal::Win, &ordered, &["a1^a8^"]);
    assert!(matches!(verify(&several, 1), Err(Fault::NotForced { turns: 2, .. })), "{:?}", verify(&several, 1));
}
