//! Clocks at one terminal.

use super::Terminal;
use super::terminal::folder;

#[test]
fn a_flag_falls_with_the_right_words() {
    let mut terminal = Terminal::run(&["jungle", "--clock", "0:02+0"]);
    terminal.shows("0:01.");
    terminal.shows("Black wins: red ran out of time");
    terminal.press("q");
    terminal.ends();
}

/// Four parties: a player whose time runs out leaves, and the others play on.
#[test]
fn in_djambi_the_others_play_on() {
    let mut terminal = Terminal::run(&["djambi", "--clock", "0:02+0"]);
    terminal.shows("red ran out of time");
    terminal.shows("Green wins: ");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn the_increment_comes_after_the_turn() {
    let mut terminal = Terminal::run(&["shogi5", "--clock", "10+60"]);
    terminal.shows("9:5");
    terminal.press(":a5a2\r");
    terminal.shows("10:5");
    terminal.press("qy");
    terminal.ends();
}

#[test]
fn byoyomi_periods_are_used_up() {
    let mut terminal = Terminal::run(&["shogi5", "--clock", "0+3x1"]);
    terminal.shows("(3)");
    terminal.shows("(2)");
    terminal.shows("White wins: black ran out of time");
    terminal.press("q");
    terminal.ends();
}

/// While the program does not run, no clock runs.
#[test]
fn a_saved_match_goes_on_with_the_time_that_was_left() {
    let file = folder("clock").join("match.txt");
    let path = file.to_str().expect("a plain path");
    let mut terminal = Terminal::run(&["shogi5", "--clock", "10+60", "--record", path]);
    terminal.shows("9:5");
    terminal.press(":a5a2\r");
    terminal.shows("10:5");
    terminal.press("qy");
    terminal.ends();
    let saved = std::fs::read_to_string(&file).expect("it was saved");
    assert!(saved.contains("[Clock \"10+60\"]") && saved.contains("[%at "), "{saved}");
    let mut resumed = Terminal::run(&["--record", path]);
    resumed.shows("10:5");
    resumed.press("qy");
    resumed.ends();
}

/// The computer has a clock too, and does not lose by it.
#[test]
fn the_computer_plays_by_its_clock() {
    let mut terminal = Terminal::run(&["jungle", "--clock", "0:40+1", "--seat", "black=computer:8"]);
    terminal.shows("? help");
    terminal.press(":a3a4\r");
    terminal.shows("2 black");
    terminal.press("ry");
    terminal.shows("Black wins: red resigned");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn the_menu_has_a_clock() {
    let mut terminal = Terminal::run(&["--clock", "7+7"]);
    terminal.shows("7 minutes, and 7 seconds for each turn");
    terminal.press("\r");
    terminal.shows("6:5");
    terminal.press("qy");
    terminal.ends();
}
