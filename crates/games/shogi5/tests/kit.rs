//! What every game must survive, for shogi5.

use menagerie_game::{Options, Rules, RulesExt};
use menagerie_shogi5::{Color, Kind, Position};
use menagerie_testkit::{self as testkit, Games};

type P = Position;

#[test]
fn examples_of_the_rule_file_hold() {
    testkit::examples::<P>();
}

#[test]
fn perft_tables_of_the_rule_file_are_reproduced() {
    testkit::perft_tables::<P>(1_000_000);
}

#[test]
fn random_games_keep_the_contract() {
    testkit::torture::<P>(&[""], Games { count: 150, longest: 300 }, validate);
}

#[test]
fn hostile_texts_are_refused() {
    testkit::hostile_text::<P>();
    testkit::hostile_view_text::<P>();
}

#[test]
fn playthroughs() {
    testkit::playthroughs::<P>(env!("CARGO_MANIFEST_DIR"), &[("first", "", 1), ("second", "", 2)]);
}

#[test]
fn everything_a_client_shows_explains_itself() {
    testkit::explanations::<P>();
}

#[test]
fn every_rule_is_named_by_a_test() {
    testkit::every_rule_is_named::<P>(env!("CARGO_MANIFEST_DIR"));
}

/// The slow judge: counts pieces by reading the text, which the fast code never does.
fn validate(position: &P) {
    let text = position.to_string();
    let (board, _) = text.split_once('[').expect("a board and hands");
    let letters = |letter: char| text.chars().filter(|c| c.eq_ignore_ascii_case(&letter)).count();
    // The mover's field is a letter too: 'b' for black.
    let mover_b = usize::from(text.ends_with('b'));
    for kind in Kind::ALL {
        let extra = if kind == Kind::Elephant { mover_b } else { 0 };
        assert_eq!(letters(kind.letter()) - extra, 2, "{kind:?} in {text}");
    }
    let kings = board.chars().filter(|c| c.eq_ignore_ascii_case(&'k')).count();
    assert!(kings == 2 || position.outcome().is_some(), "{text}");
    assert!(kings == 1 || kings == 2, "{text}");
}

#[test]
fn turning_the_board_and_the_colours_turns_the_game() {
    // Black's set-up is white's turned by 180°, so after black's first move white has the turned answers.
    let start = P::start(Options::NONE);
    let turn = |text: &str| -> String {
        let squares: Vec<_> = text.as_bytes().chunks(2).map(|c| std::str::from_utf8(c).unwrap()).collect();
        squares.iter().map(|s| s.parse::<menagerie_shogi5::Square>().unwrap().turned().to_string()).collect()
    };
    let white: P = "lbsgk/4p/5/P4/KGSBL[] w".parse().unwrap();
    let mut turned: Vec<_> = start.sorted_texts().iter().map(|text| turn(text)).collect();
    turned.sort_unstable();
    assert_eq!(turned, white.sorted_texts());
    assert_eq!(start.mover(), Color::Black);
}
