//! Random input causes no panic, and the session goes on.

use menagerie_game::Dice;
use menagerie_search::Random;

use crate::talk::Talk;

/// The words of the protocol.
const WORDS: [&str; 40] = [
    "ugi",
    "uci",
    "isready",
    "uginewgame",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "Skill",
    "Level",
    "UCI_Variant",
    "jungle",
    "shogi5",
    "position",
    "startpos",
    "fen",
    "moves",
    "view",
    "black",
    "white",
    "a5a4",
    "a1a2",
    "lbsgk/4p/5/P4/KGSBL[]",
    "b",
    "go",
    "depth",
    "1",
    "nodes",
    "2",
    "mate",
    "searchmoves",
    "query",
    "legal",
    "chance",
    "d",
    "stop",
    "perft",
    "-1",
];

#[test]
fn any_words_in_any_order() {
    let mut random = Random::new(5);
    let mut talk = Talk::about("shogi5");
    for _ in 0..3000 {
        let count = 1 + random.roll(8);
        let words: Vec<_> = (0..count).map(|_| WORDS[random.roll(WORDS.len() as u32) as usize]).collect();
        let line = words.join(" ");
        // Without a limit the search would never end.
        let go = words.iter().position(|word| *word == "go");
        let bounded =
            go.is_none_or(|at| words[at..].windows(2).any(|pair| matches!(pair, ["depth" | "nodes", "1" | "2"])));
        if bounded && !line.contains("perft") {
            talk.say(&line);
        }
    }
    assert_eq!(talk.ask("isready"), "readyok");
}

#[test]
fn any_bytes() {
    let mut random = Random::new(6);
    let mut talk = Talk::about("jungle");
    for _ in 0..3000 {
        let length = random.roll(60);
        let bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        for line in talk.say(&String::from_utf8_lossy(&bytes)) {
            assert!(line.starts_with("info string "), "{line}");
            assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
        }
    }
    assert_eq!(talk.ask("isready"), "readyok");
}

#[test]
fn a_line_of_a_megabyte() {
    for start in ["", "position fen ", "position startpos moves ", "setoption name ", "go searchmoves ", "query "] {
        let mut talk = Talk::about("shogi5");
        for rest in ["x".repeat(1 << 20), "x ".repeat(1 << 19)] {
            let bounded = if start.starts_with("go") { " depth 1" } else { "" };
            for line in talk.say(&format!("{start}{rest}{bounded}")) {
                assert!(line.len() < 1000, "{start}: {} bytes", line.len());
            }
        }
        assert_eq!(talk.ask("isready"), "readyok");
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut talk = Talk::about("shogi5");
    assert_eq!(talk.say("position startpos moves a5a4"), [""; 0]);
    let before = talk.ask("query view spectator");
    for line in ["position fen 1", "position startpos moves a5a4 a5a4", "position", "position startpos moves a5a4 ?"] {
        assert!(talk.ask(line).starts_with("info string "), "{line}");
        assert_eq!(talk.ask("query view spectator"), before, "{line}");
    }
}

#[test]
fn the_names_of_options_have_no_case_and_their_values_bounds() {
    let mut talk = Talk::about("shogi5");
    for name in ["Hash", "hash", "SKILL level", "Seed"] {
        assert_eq!(talk.say(&format!("setoption name {name} value 2")), [""; 0]);
    }
    for (name, value) in [("Hash", "0"), ("Threads", "257"), ("MultiPV", ""), ("Skill Level", "10"), ("Seed", "-1")] {
        let said = talk.ask(&format!("setoption name {name} value {value}"));
        assert!(said.contains("should be a whole number from"), "{said}");
    }
    assert!(talk.ask("setoption name OwnBook value true").contains("there is no option 'OwnBook'"));
    assert_eq!(talk.say("setoption name ponder value true"), [""; 0]);
    assert!(talk.ask("setoption name UCI_LimitStrength value perhaps").contains("should be true or false"));
}
