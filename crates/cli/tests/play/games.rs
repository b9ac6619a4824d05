//! Every game at one terminal: typed actions, refusals, help, saving, resuming, replaying, the computer.

use std::process::Command;

use serde_json::json;

use super::terminal::folder;
use super::{MENAGERIE, Terminal};

/// Typed text, keys, a refusal, help and leaving, in a game without dice.
fn plays(game: &str, action: &str) {
    let mut terminal = Terminal::run(&[game]);
    terminal.shows("? help");
    terminal.press("u");
    terminal.shows("nothing to undo");
    terminal.press(&format!(":{action}\r"));
    terminal.shows("1 ");
    terminal.hides("nothing to undo");
    terminal.press(":zzz\r");
    terminal.shows("zzz");
    terminal.press("?");
    terminal.shows("Shift-Tab");
    terminal.press("\x1b[6~\x1b[6~ q");
    terminal.shows("? help");
    terminal.press("\t\r");
    terminal.press("qy");
    terminal.ends();
}

#[test]
fn chess2() {
    plays("chess2", "b1c3");
}

#[test]
fn jungle() {
    plays("jungle", "a3a4");
}

#[test]
fn djambi() {
    plays("djambi", "c3d4");
}

#[test]
fn shogi5() {
    plays("shogi5", "a5a2");
}

/// Players who share a terminal cover it between turns only while something is hidden: here black's trap.
#[test]
fn a_cover_hides_traps_between_turns() {
    let file = folder("cover").join("match.json");
    let seats = json!([["white", "human"], ["black", "human"]]);
    let start = "w1 Ke1,Ra2,ra7,ke8 - h5b 9/9 6,12,8,6+,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -";
    let record = json!({ "game": "heaven-hell", "start": start, "seats": seats });
    std::fs::write(&file, record.to_string()).expect("it can be written");
    let mut terminal = Terminal::run(&["--record", file.to_str().expect("a plain path")]);
    terminal.shows("White's turn");
    terminal.press("\r");
    terminal.shows("shop");
    terminal.press(":a2a3\r");
    terminal.shows("Black's turn");
    terminal.press("qy");
    terminal.ends();
}

/// Dice, and a record that verifies.
#[test]
fn heaven_and_hell() {
    let file = folder("record").join("match.txt");
    let path = file.to_str().expect("a plain path");
    let mut terminal = Terminal::run(&["heaven-hell", "--record", path]);
    terminal.shows("you are white");
    terminal.shows("shop");
    terminal.press(":e2e4\r");
    terminal.shows("you are black");
    terminal.press("qy");
    terminal.ends();
    let verified = Command::new(MENAGERIE).args(["verify", path]).output().expect("the program runs");
    let words = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(words.contains("draws of the dice checked"), "{words}");
    let mut resumed = Terminal::run(&["--record", path]);
    resumed.shows("you are black");
    resumed.press("qy");
    resumed.ends();
    let mut replayed = Terminal::run(&["--replay", path]);
    replayed.shows("step 0 of");
    replayed.press("]");
    replayed.shows("step 1 of");
    replayed.press("}");
    replayed.shows("goes from e2 to e4");
    replayed.press("[a");
    replayed.shows("positions:");
    replayed.press("{ ");
    replayed.shows("autoplay: a step every 1 s");
    replayed.shows("step 2 of");
    replayed.press("q");
    replayed.ends();
}

#[test]
fn the_menu_starts_a_game_against_the_computer() {
    let mut terminal = Terminal::run(&[]);
    terminal.shows("Menagerie");
    terminal.press("\x1b[C");
    terminal.shows("Animal Chess");
    terminal.shows("the computer, level 3: curious");
    terminal.press("\r");
    terminal.shows("computer 3 (curious)");
    terminal.press(":a3a4\r");
    terminal.shows("2 black");
    terminal.press("h");
    terminal.shows("Hint:");
    terminal.press("e");
    terminal.shows("positions");
    terminal.press("e");
    terminal.hides("positions");
    // Back to the start of our turn: the computer agrees.
    terminal.press("b");
    terminal.shows("black agrees to go back");
    terminal.press(":g3g4\r");
    terminal.shows("red rat goes from g3 to g4");
    terminal.press("ly");
    terminal.shows("strange relatives");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn another_game_follows_with_changed_sides() {
    let mut terminal = Terminal::run(&["jungle", "--seat", "black=computer:1"]);
    terminal.shows("you are red");
    terminal.press("ry");
    terminal.shows("Black wins: red resigned");
    terminal.press("n");
    terminal.shows("Press m for another game");
    terminal.press("m");
    terminal.shows("you are black");
    terminal.press("ryq");
    terminal.ends();
}
