//! Attempts: right, wrong and illegal actions, turns of several actions, other wins.

use menagerie_game::Actor;
use menagerie_puzzles::{Answer, Attempt, Goal, Puzzle, Status};

use crate::{den, puzzle};

fn attempt(puzzle: &Puzzle) -> Attempt<'_> {
    Attempt::new(puzzle.chosen().unwrap().game, puzzle).unwrap()
}

fn name(answer: &Answer) -> &'static str {
    match answer.status {
        Status::Refused { .. } => "refused",
        Status::Going => "going",
        Status::Solved => "solved",
        Status::Wrong { .. } => "wrong",
    }
}

#[test]
fn the_line_solves_a_puzzle_and_its_replies_are_played() {
    let puzzle = puzzle("shogi5", "white", "k4/5/1G3/5/4K[G] w", &["G@b4", "a5a4", "b4a4"]);
    let mut attempt = attempt(&puzzle);
    assert_eq!((attempt.turns(), attempt.hint().as_deref()), (2, Some("G@b4")));
    let answer = attempt.play("G@b4");
    assert_eq!(name(&answer), "going");
    let actors: Vec<_> = answer.played.iter().map(|played| (played.actor, played.action.as_str())).collect();
    assert_eq!(actors, [(Actor::Seat(attempt.solver()), "G@b4"), (Actor::Seat(menagerie_game::Seat(0)), "a5a4")]);
    assert_eq!((attempt.turns_left(), attempt.hint().as_deref()), (1, Some("b4a4")));
    assert_eq!(name(&attempt.play("b4a4")), "solved");
    assert!(attempt.is_over() && attempt.hint().is_none());
    assert_eq!(name(&attempt.play("b4a4")), "refused");
}

#[test]
fn a_wrong_action_is_refuted_on_the_board() {
    let puzzle = den();
    let mut attempt = attempt(&puzzle);
    let Status::Wrong { refutation } = attempt.play("d8c8").status else { panic!("the wolf is faster") };
    assert_eq!(refutation[0].action, "d2d1");
    assert!(attempt.is_over());
}

#[test]
fn an_illegal_action_is_refused_with_its_rule_and_changes_nothing() {
    let puzzle = den();
    let mut attempt = attempt(&puzzle);
    let Status::Refused { rule: Some(rule), reason } = attempt.play("d8e9").status else { panic!("a diagonal step") };
    assert!(rule.starts_with("jungle/") && !reason.is_empty());
    assert!(matches!(attempt.play("nonsense").status, Status::Refused { rule: None, .. }));
    assert!(attempt.history().is_empty());
    assert_eq!(name(&attempt.play("d8d9")), "solved");
}

#[test]
fn another_immediate_win_is_right() {
    let puzzle = puzzle("jungle", "red", "2D4/3C3/7/7/7/7/7/3w3/6L r", &["d8d9"]);
    assert_eq!(name(&attempt(&puzzle).play("c9d9")), "solved");
}

/// White has two actions: their order does not matter, because the turn is judged.
#[test]
fn a_turn_in_another_order_is_the_same_turn() {
    let position = "w2 Ra1,Ke1,Rh1,ke8 - - 0/0 6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -";
    let puzzle = puzzle("heaven-hell", "white", position, &["a1a2", "h1h2"]);
    let mut attempt = attempt(&puzzle);
    assert_eq!(attempt.turns(), 1);
    assert_eq!(name(&attempt.play("h1h2")), "going");
    assert_eq!(attempt.hint().as_deref(), Some("a1a2"));
    assert_eq!(name(&attempt.play("a1a2")), "solved");
    let mut other = self::attempt(&puzzle);
    assert_eq!(name(&other.play("h1h3")), "wrong");
}

/// The position is that of example 7 in the rules: the assassin kills the chief in power. Then it must leave the Maze, which is
/// no part of the puzzle.
#[test]
fn a_line_ends_with_the_elimination() {
    let position = "gC7yC/9/9/5gM3/3bMbC4/9/8bD/4rA4/rC8 4 rbyg r -";
    let puzzle = Puzzle { goal: Goal::Eliminate, ..puzzle("djambi", "red", position, &["e2e5"]) };
    assert_eq!(name(&attempt(&puzzle).play("e2e5")), "solved");
    assert_eq!(name(&attempt(&puzzle).play("e2e4")), "wrong");
}

#[test]
fn a_puzzle_with_an_illegal_line_or_another_seat_cannot_be_played() {
    let game = menagerie_catalog::find("jungle").unwrap();
    let error = |puzzle: &Puzzle| Attempt::new(game, puzzle).err().unwrap().to_string();
    let illegal = puzzle("jungle", "red", crate::DEN, &["d8e9"]);
    assert!(error(&illegal).starts_with("action 1 of the line: d8e9 is not legal here"), "{}", error(&illegal));
    assert_eq!(error(&Puzzle { solver: "black".to_owned(), ..den() }), "position: black is not to act");
    assert!(error(&Puzzle { position: "7/7 r".to_owned(), ..den() }).starts_with("position: "));
}
