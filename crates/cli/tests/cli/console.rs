//! The console protocol through pipes: reading, flushing and ending. The game's crate tests its
//! answers.

use menagerie_catalog::games;

use crate::run::{Talk, menagerie_with, refused};

const AFTER_ONE: &str = "KGSBLl-------------p-bsgk\np\n\n";
const START: &str = "KGSBLP-------------plbsgk\n\n\n";

#[track_caller]
fn check(input: &[u8], expected: &str) {
    let output = menagerie_with(&["console", "shogi5"], input);
    assert_eq!((output.out.as_str(), output.err.as_str(), output.status), (expected, "", 0));
}

#[test]
fn nothing_is_written_before_the_first_line_and_after_the_end() {
    check(b"", "");
    check(b"0\n", "");
    check(b"l 15 12\n0\nK 11 12\n", AFTER_ONE);
}

#[test]
fn a_last_line_without_line_feed_counts() {
    check(b"l 15 12", AFTER_ONE);
}

#[test]
fn the_game_ends_the_program_without_reading_on() {
    let input = b"K 21 22\nl 15 12\nS 31 32\nhello\nl 12 11\nG 21 22\n";
    let output = menagerie_with(&["console", "shogi5"], input);
    assert!(output.out.ends_with("black wins!\n"), "{}", output.out);
    // Three lines for each of five requests, and the winner.
    assert_eq!(output.out.lines().count(), 16);
}

#[test]
fn noise_and_a_megabyte_on_one_line_change_nothing() {
    check(b"\xff\xfe\x00 \x80\n", START);
    let mut long = vec![b'x'; 1 << 20];
    long.extend_from_slice(b"\nl 15 12\n");
    check(&long, &format!("{START}{AFTER_ONE}"));
}

#[test]
fn every_answer_is_written_out_before_the_next_line_is_read() {
    let mut talk = Talk::begin(&["console", "shogi5"]);
    for _ in 0..3 {
        talk.say("hello\n");
        assert_eq!([talk.hear(), talk.hear(), talk.hear()].join("\n") + "\n", START);
    }
    talk.say("l 15 12\n");
    assert_eq!(talk.hear(), "KGSBLl-------------p-bsgk");
    assert_eq!(talk.end(), ("p\n\n".to_owned(), 0));
}

#[test]
fn other_games_have_no_console() {
    let message = refused(&["console", "go"], 2);
    let with_console = games().iter().filter(|game| game.console().is_some()).map(|game| game.info().id);
    let known = with_console.collect::<Vec<_>>().join(", ");
    assert_eq!(message, format!("error: 'go' has no console protocol; a game that has one: {known}\n"));
}
