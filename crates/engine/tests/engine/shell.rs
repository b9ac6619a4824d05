//! Sessions through the input/output loop with its threads: answers while a task runs.

use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use menagerie_catalog::Chosen;
use menagerie_engine::protocol::{Session, run};

/// All output for these lines. It returns only if every task ends.
fn said(game: &str, lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    run(Session::new(game.parse().unwrap()), Cursor::new(lines.to_owned()), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_bench_of_days_is_stopped_and_ready_meanwhile() {
    let said = said("shogi5", "bench 100\nisready\nstop\n");
    assert_eq!(said, ["readyok", "info string bench was stopped"]);
}

#[test]
fn quit_ends_a_bench_of_days() {
    assert_eq!(said("jungle", "bench 100\nisready\nquit\nisready\n")[0], "readyok");
}

#[test]
fn a_bench_by_monte_carlo_is_stopped_too() {
    assert_eq!(said("heaven-hell", "bench\nstop\n"), ["info string bench was stopped"]);
}

#[test]
fn what_ends_by_itself_is_done_though_the_input_has_ended() {
    assert!(said("shogi5", "bench -8\n").last().unwrap().starts_with("Nodes/second"));
    let counted = "shogi5".parse::<Chosen>().unwrap().start().perft(2);
    assert_eq!(*said("shogi5", "go perft 2\n").last().unwrap(), format!("Nodes searched: {counted}"));
    let said = said("shogi5", "go nodes 3000\nposition startpos moves b5c4\ngo depth 2\nquery actor\n");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{said:?}");
    assert_eq!(said.last().unwrap(), "response white", "what waited is done too");
    let nodes = said.iter().take_while(|line| !line.starts_with("bestmove ")).last().unwrap();
    let nodes: u64 = nodes.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(nodes > 1000, "{nodes}");
}

#[test]
fn what_does_not_end_by_itself_is_stopped_at_the_end_of_the_input() {
    for go in ["go", "go infinite", "go ponder nodes 1", "go mate 9", "go infinite depth 1"] {
        let said = said("shogi5", &format!("{go}\nquery actor\ngo infinite\n"));
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{go}: {said:?}");
    }
}

/// An input that ends only after a `bestmove` was written.
struct UntilAnswered(Cursor<String>, Receiver<()>);

impl Read for UntilAnswered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        if count == 0 {
            let _ = self.1.recv();
        }
        Ok(count)
    }
}

struct Answers(Vec<u8>, Sender<()>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        if String::from_utf8_lossy(&self.0).contains("bestmove ") {
            let _ = self.1.send(());
        }
        Ok(())
    }
}

/// The output for these lines up to the first `bestmove`, without `info` lines.
fn answered(lines: &str) -> Vec<String> {
    let (sender, receiver) = channel();
    let mut answers = Answers(Vec::new(), sender);
    let input = UntilAnswered(Cursor::new(lines.to_owned()), receiver);
    run(Session::new("shogi5".parse().unwrap()), input, &mut answers).unwrap();
    let said = String::from_utf8(answers.0).unwrap();
    let first_word = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    said.lines().map(first_word).filter(|word| word == "readyok" || word == "bestmove").collect()
}

#[test]
fn pondering_has_no_answer_before_it_is_told() {
    let said = answered("position startpos\ngo ponder depth 1\nisready\nponderhit\n");
    assert_eq!(said, ["readyok", "bestmove"], "one best move, of the thinking in earnest");
}

#[test]
fn a_stop_after_the_hit_is_heard_however_soon_it_comes() {
    assert_eq!(answered("position startpos\ngo ponder\nponderhit\nstop\n"), ["bestmove"]);
}

#[test]
fn a_missed_ponder_is_stopped_and_answered() {
    assert_eq!(answered("go ponder wtime 10 btime 10\nisready\nstop\nponderhit\n"), ["readyok", "bestmove"]);
}
