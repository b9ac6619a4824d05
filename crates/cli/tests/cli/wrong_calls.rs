//! Usage errors have exit status 2 and say what would be valid. Illegal actions have exit status 1.

use crate::run::{SHOGI5, refused};

#[track_caller]
fn says(words: &[&str], status: i32, parts: &[&str]) {
    let message = refused(words, status);
    for part in parts {
        assert!(message.contains(part), "'{part}' is missing: {message}");
    }
}

fn known_games() -> String {
    menagerie_catalog::games().iter().map(|game| game.info().id).collect::<Vec<_>>().join(", ")
}

#[test]
fn an_unknown_game_lists_those_there_are() {
    let list = format!("there is no game 'poker'; the games are: {}", known_games());
    for command_name in ["actions", "apply", "inspect", "perft", "playouts", "show", "rules", "games"] {
        let words: &[&str] =
            if command_name == "perft" { &[command_name, "poker", "1"] } else { &[command_name, "poker"] };
        says(words, 2, &[&list]);
    }
    says(&["view", "poker", "--seat", "white"], 2, &[&list]);
    says(&["explain", "poker", "a1a2"], 2, &[&list]);
}

#[test]
fn an_unknown_option_says_which_there_are() {
    says(&["actions", "shogi5:fast"], 2, &["shogi5 has no option 'fast'"]);
}

#[test]
fn a_text_that_is_no_position() {
    for text in ["", "nonsense", "lbsgk/4p/5/P4/KGSBL[] x", "lbsgk/4p/5/P4/KGSBL[]  b", "-1", "\u{7}\u{1b}[2J"] {
        says(&["actions", "shogi5", "--position", text], 2, &["--position '", "' is not a position of shogi5: "]);
    }
}

#[test]
fn control_characters_of_a_stranger_do_not_reach_the_terminal() {
    let message = refused(&["actions", "shogi5", "--position", "\u{1b}[2J"], 2);
    assert!(!message.contains('\u{1b}'));
}

#[test]
fn a_text_that_is_no_action() {
    says(&["apply", "shogi5", "jump"], 2, &["'jump' is no action"]);
    says(&["explain", "shogi5", "a9a1"], 2, &["'a9a1' is no action"]);
}

#[test]
fn an_illegal_action_names_the_rule() {
    says(&["apply", "shogi5", "a1a2"], 1, &["a1a2 is not legal here: ", "(shogi5/"]);
    says(&["apply", "shogi5", "a5a2", "a5a2"], 1, &["a5a2 is not legal here: "]);
}

#[test]
fn an_unknown_seat_lists_those_there_are() {
    says(&["view", "shogi5", "--seat", "red"], 2, &["--seat 'red'", "black, white and spectator"]);
    says(&["show", "shogi5", "--seat", "red"], 2, &["--seat 'red'", "black, white and spectator"]);
}

#[test]
fn an_unknown_command_or_flag() {
    says(&["dance"], 2, &["'dance'"]);
    says(&["actions", "shogi5", "--loud"], 2, &["'--loud'"]);
    says(&["view", "shogi5"], 2, &["--seat"]);
    says(&["actions"], 2, &["GAME"]);
}

#[test]
fn numbers_out_of_range() {
    says(&["perft", "shogi5", "deep"], 2, &["'deep'"]);
    says(&["perft", "shogi5", "-1"], 2, &["-1"]);
    says(&["perft", "shogi5", "99999999999"], 2, &["99999999999"]);
    says(&["perft", "shogi5", "1", "--threads", "0"], 2, &["'0'"]);
    for seconds in ["0", "NaN", "inf", "-3", "1e300"] {
        says(&["playouts", "shogi5", &format!("--seconds={seconds}")], 2, &["seconds from 0.01 to 86400"]);
    }
}

#[test]
fn a_very_long_argument_is_cut_short_in_the_message() {
    let long = "x".repeat(100_000);
    assert!(refused(&["actions", &long], 2).len() < 1000);
    assert!(refused(&["actions", "shogi5", "--position", &long], 2).len() < 1000);
    assert!(refused(&["apply", "shogi5", &long], 2).len() < 1000);
    assert!(refused(&["view", "shogi5", "--seat", &long], 2).len() < 1000);
    assert!(refused(&["console", &long], 2).len() < 1000);
}

#[cfg(unix)]
#[test]
fn bytes_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for words in [&["actions"][..], &["actions", "shogi5", "--position"], &["apply", "shogi5"], &["perft", "shogi5"]] {
        let output = crate::run::command(words).arg(OsStr::from_bytes(b"\xff\xfe")).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{words:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn a_position_text_alone_decides_but_the_game_must_be_right() {
    says(&["actions", "shogi5:fast", "--position", SHOGI5], 2, &["no option 'fast'"]);
}

/// These errors are found before the program needs a terminal.
#[test]
fn play_names_the_seats_that_there_are() {
    let seats = "there is no seat 'green' in this game; the seats are ";
    says(&["play", "djambi:3", "--seat", "green=human"], 2, &[seats]);
    assert!(!refused(&["play", "djambi:3", "--seat", "green=human"], 2).contains(", green"));
    says(&["play", "djambi", "--seat", "green=human"], 2, &["needs a terminal"]);
}

#[test]
fn play_begins_only_from_a_position_of_the_game() {
    says(&["play", "shogi5", "--position", "nonsense"], 2, &["--position 'nonsense': the start is no position"]);
    says(&["play", "shogi5", "--position", SHOGI5], 2, &["needs a terminal"]);
    says(&["play", "--position", SHOGI5], 2, &["GAME"]);
}

#[test]
fn the_first_words_of_help_say_what_one_can_do() {
    for flag in ["-h", "--help"] {
        let help = crate::run::out(&[flag]);
        assert!(help.starts_with("Play strange relatives of chess"), "{help}");
        assert!(help.contains("  menagerie play ") && help.contains("Exit status: 0"), "{help}");
    }
}

#[test]
fn an_unknown_environment_variable_is_reported_and_the_command_still_runs() {
    let run = |name: &str| crate::run::command(&["apply", "shogi5"]).env(name, "x").output().unwrap();
    let output = run("MENAGERIE_DATABSE");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("warning: unknown environment variable MENAGERIE_DATABSE; "), "{message}");
    assert!(message.contains("MENAGERIE_DATABASE") && output.status.success(), "{message}");
    assert_eq!(String::from_utf8(run("MENAGERIE_TOKEN").stderr).unwrap(), "");
}
