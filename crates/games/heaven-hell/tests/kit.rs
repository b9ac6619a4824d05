//! The tortures of the test kit.

use std::collections::HashSet;

use menagerie_game::{Rules, RulesExt};
use menagerie_heaven_hell::Position;
use menagerie_testkit as testkit;

#[test]
fn examples() {
    testkit::examples::<Position>();
}

#[test]
fn perft_tables() {
    testkit::perft_tables::<Position>(1_000_000);
}

/// The slow checker. What was built up step by step must be what the text says: the same actions, the same answers.
/// And by the text alone: no two pieces share a square, all fit, everybody's King and place on Earth decide the end.
fn validate(position: &Position) {
    let text = position.to_string();
    let read: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.sorted_texts(), position.sorted_texts(), "actions of {text}");
    let fields: Vec<_> = text.split(' ').collect();
    let mut covered = HashSet::new();
    let (mut kings, mut earthly) = ([false; 2], [false; 2]);
    let limbo = fields[11].split(';').filter_map(|task| task.strip_prefix("shrink:")?.split('/').next());
    let on_board = fields[1].split(',').filter(|piece| *piece != "-");
    for (piece, stands) in on_board.map(|piece| (piece, true)).chain(limbo.map(|piece| (piece, false))) {
        let letter = piece.as_bytes()[0];
        let plane = match piece.as_bytes().get(3) {
            Some(b'^') => 1,
            Some(b'_') => 2,
            _ => 0,
        };
        let size = piece.split_once('*').map_or(1, |(_, rest)| rest.as_bytes()[0] - b'0');
        let (file, rank) = (piece.as_bytes()[1] - b'a', piece.as_bytes()[2] - b'1');
        for square in (0..size * size).map(|i| (plane, file + i % size, rank + i / size)) {
            assert!(square.1 < 8 && square.2 < 8, "{piece} leaves the board in {text}");
            assert!(!stands || covered.insert(square), "{piece} overlaps in {text}");
        }
        let seat = usize::from(letter.is_ascii_lowercase());
        kings[seat] |= letter.eq_ignore_ascii_case(&b'K');
        earthly[seat] |= plane == 0 && !matches!(letter, b'I' | b'G');
    }
    let over = (0..2).any(|seat| !(kings[seat] && earthly[seat]));
    assert_eq!(position.outcome().is_some(), over, "the end of {text}");
}

#[test]
fn random_games() {
    testkit::torture::<Position>(&[""], testkit::Games { count: 30, longest: 600 }, validate);
}

#[test]
fn hostile_text() {
    testkit::hostile_text::<Position>();
    testkit::hostile_view_text::<Position>();
}

#[test]
fn everything_a_client_shows_explains_itself() {
    testkit::explanations::<Position>();
}

#[test]
fn every_rule_is_named() {
    testkit::every_rule_is_named::<Position>(env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn playthroughs() {
    let games = [("first", "", 1), ("second", "", 2), ("third", "", 3)];
    testkit::playthroughs::<Position>(env!("CARGO_MANIFEST_DIR"), &games);
}
