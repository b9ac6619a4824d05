//! The engine as a child process: it answers while it searches. No test waits for time to pass.

use menagerie_catalog::Chosen;
use menagerie_game::Actor;

use crate::run::{Talk, menagerie_with, out};

/// The output up to a line that starts with `start`.
fn hear_until(talk: &mut Talk, start: &str) -> Vec<String> {
    let mut heard = Vec::new();
    loop {
        let line = talk.hear();
        assert!(!line.is_empty() || start.is_empty(), "the engine ended before '{start}': {heard:?}");
        let found = line.starts_with(start);
        heard.push(line);
        if found {
            return heard;
        }
    }
}

/// An engine that searches the first position of a game in which a seat acts.
fn thinking(game: &str) -> Talk {
    let mut position = game.parse::<Chosen>().unwrap().start();
    while position.actor() == Actor::Chance {
        let action = position.actions().swap_remove(0);
        position.apply(&action).unwrap();
    }
    let mut talk = Talk::begin(&["engine", game]);
    talk.say(&format!("position fen {}\ngo infinite\n", position.text()));
    talk
}

#[test]
fn isready_is_answered_while_thinking_and_stop_brings_the_answer() {
    for game in menagerie_catalog::games().iter().map(|game| game.info().id) {
        let mut talk = thinking(game);
        talk.say("isready\n");
        let before = hear_until(&mut talk, "readyok");
        assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{game}: {before:?}");
        talk.say("stop\n");
        let said = hear_until(&mut talk, "bestmove ");
        assert_ne!(said.last().unwrap(), "bestmove 0000", "{game}");
        talk.say("quit\n");
        assert_eq!(talk.end(), (String::new(), 0));
    }
}

#[test]
fn quit_and_the_end_of_input_end_the_thinking() {
    for farewell in ["quit\n", ""] {
        let mut talk = thinking("shogi5");
        talk.say(farewell);
        let (rest, status) = talk.end();
        assert_eq!(status, 0);
        assert!(rest.lines().last().unwrap().starts_with("bestmove "), "{rest}");
    }
}

#[test]
fn other_commands_wait_for_the_thinking_to_end() {
    let mut talk = thinking("shogi5");
    talk.say("query actor\nsetoption name Hash value 2\nisready\n");
    hear_until(&mut talk, "readyok");
    talk.say("stop\n");
    hear_until(&mut talk, "bestmove ");
    assert_eq!(talk.hear(), "response black");
    assert_eq!(talk.end().1, 0);
}

#[test]
fn an_infinite_search_that_has_nothing_left_to_find_keeps_its_answer() {
    let mut talk = Talk::begin(&["engine", "shogi5"]);
    talk.say("position fen 5/5/5/1k3/K4[] b\ngo infinite\n");
    talk.say("isready\n");
    let before = hear_until(&mut talk, "readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")));
    talk.say("stop\n");
    assert_eq!(hear_until(&mut talk, "bestmove ").last().unwrap(), "bestmove b2a1");
    talk.say("go mate 1\n");
    assert_eq!(hear_until(&mut talk, "bestmove ").last().unwrap(), "bestmove b2a1");
    assert_eq!(talk.end().1, 0);
}

#[test]
fn counting_can_be_stopped() {
    let mut talk = Talk::begin(&["engine", "shogi5"]);
    talk.say("go perft 60\nisready\nstop\n");
    assert_eq!(hear_until(&mut talk, "readyok").len(), 1);
    assert_eq!(talk.hear(), "info string perft was stopped");
    assert_eq!(talk.end(), (String::new(), 0));
}

/// The shell examples of the help text work.
#[cfg(unix)]
#[test]
fn the_examples_of_the_help_work() {
    let help = out(&["engine", "--help"]);
    let examples: Vec<_> = help.lines().filter_map(|line| line.strip_prefix("  echo ")).collect();
    assert!(!examples.is_empty(), "{help}");
    for example in examples {
        // The description follows after several spaces.
        let call = example.split("   ").next().unwrap_or_default();
        let call = format!("echo {}", call.replace("menagerie", env!("CARGO_BIN_EXE_menagerie")));
        let done = std::process::Command::new("sh").args(["-c", &call]).output().unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(done.status.success() && said.contains("Nodes searched  : "), "{call}: {said}");
    }
}

#[test]
fn a_piped_question_is_answered_in_full() {
    let output = menagerie_with(&["engine", "shogi5"], b"position startpos\ngo depth 5\n");
    assert!(output.out.contains("info depth 5 ") && output.out.contains("\nbestmove "), "{}", output.out);
}

#[test]
fn noise_is_survived() {
    let mut input: Vec<u8> = (0..200_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    input.extend_from_slice(b"\n");
    input.extend(std::iter::repeat_n(b'x', 5 << 20));
    input.extend_from_slice(b"\nisready\n");
    let output = menagerie_with(&["engine"], &input);
    assert_eq!((output.err.as_str(), output.status), ("", 0));
    assert_eq!(output.out.lines().last(), Some("readyok"));
    assert!(output.out.contains("info string the line was too long"));
}

#[test]
fn a_game_without_name_is_one_that_both_dialects_speak() {
    let output = menagerie_with(&["engine"], b"uci\nquit\n");
    assert!(output.out.ends_with("uciok\n") && !output.out.contains("info string"), "{}", output.out);
}
