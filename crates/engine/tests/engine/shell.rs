//! Whole conversations through the shell, with its threads: what is answered while work is being done.

use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use menagerie_engine::protocol::run;

/// Everything that is said to these lines. It ends only if every piece of work does.
fn said(game: &str, lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    run(game.parse().unwrap(), Cursor::new(lines.to_owned()), &mut output).unwrap();
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

/// Lines, and the end of the input only when a best move was said.
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

/// What is said to these lines up to the first best move, without thoughts on the way.
fn answered(lines: &str) -> Vec<String> {
    let (sender, receiver) = channel();
    let mut answers = Answers(Vec::new(), sender);
    let input = UntilAnswered(Cursor::new(lines.to_owned()), receiver);
    run("shogi5".parse().unwrap(), input, &mut answers).unwrap();
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
