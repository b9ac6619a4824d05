//! `stop` and `ponderhit` reach the `go` before them, however soon after `bestmove` a client sends all three.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use menagerie_engine::protocol::{Output, Session, StopSignal, run};

/// A session whose first search has returned its result, but has not been reported as finished.
fn answered_but_not_finished() -> Session {
    let mut session = Session::new("shogi5".parse().unwrap());
    let mut out = session.receive_line("go depth 1");
    let Some(Output::Start(task)) = out.pop() else { panic!("a search begins") };
    task(&StopSignal::default(), &mut |_| {});
    session
}

/// The kinds of the outputs.
fn words(out: &[Output]) -> Vec<&str> {
    let word = |one: &Output| match one {
        Output::Line(_) => "say",
        Output::Start(_) => "begin",
        Output::OpenTables(_) => "open",
        Output::Stop => "stop",
        Output::Abandon => "abandon",
        Output::Quit => "quit",
    };
    out.iter().map(word).collect()
}

#[test]
fn a_stop_behind_a_go_that_waits_stops_that_go() {
    for go in ["go infinite", "go ponder", "bench 100"] {
        let mut session = answered_but_not_finished();
        assert_eq!(words(&session.receive_line(go)), [""; 0]);
        assert_eq!(words(&session.receive_line("stop")), ["stop"], "what runs is stopped at once");
        assert_eq!(words(&session.finished()), ["begin", "stop"], "{go}");
        assert_eq!(words(&session.finished()), [""; 0]);
    }
}

#[test]
fn a_ponderhit_behind_a_ponder_that_waits_hits_that_ponder() {
    let mut session = answered_but_not_finished();
    assert_eq!(words(&session.receive_line("go ponder depth 1")), [""; 0]);
    assert_eq!(words(&session.receive_line("ponderhit")), [""; 0]);
    assert_eq!(words(&session.finished()), ["begin", "abandon"]);
    assert_eq!(words(&session.finished()), ["begin"], "the thinking in earnest");
}

#[test]
fn every_go_that_waits_is_stopped_and_what_follows_is_done() {
    let mut session = answered_but_not_finished();
    for line in ["go infinite", "go infinite", "stop", "query actor"] {
        session.receive_line(line);
    }
    assert_eq!(words(&session.finished()), ["begin", "stop"]);
    assert_eq!(words(&session.finished()), ["begin", "stop"]);
    assert_eq!(words(&session.finished()), ["say"]);
}

/// A client that sends the next lines as soon as it has read an answer.
struct Client {
    lines: VecDeque<String>,
    pending: Vec<u8>,
    answers: Receiver<()>,
}

/// A generous timeout. A client that gives up closes the input, and the test fails by its count.
const PATIENCE: Duration = Duration::from_mins(1);

impl Read for Client {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.pending.is_empty() {
            let next = self.lines.pop_front().filter(|_| self.answers.recv_timeout(PATIENCE).is_ok());
            let Some(next) = next else { return Ok(0) };
            self.pending = next.into_bytes();
        }
        let count = self.pending.as_slice().read(buffer)?;
        self.pending.drain(..count);
        Ok(count)
    }
}

/// Notifies the client of each `bestmove` as soon as it is written.
struct Answers(Sender<()>, usize);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.starts_with(b"bestmove") {
            self.1 += 1;
            let _ = self.0.send(());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn no_stop_is_lost_in_three_hundred_searches_one_behind_the_other() {
    const TRIES: usize = 300;
    for (go, end) in [("go infinite", "stop"), ("go ponder depth 1", "ponderhit")] {
        let (sender, answers) = channel();
        sender.send(()).unwrap();
        let next = format!("position startpos\n{go}\n{end}\n");
        let mut lines = VecDeque::from(["go depth 1\n".to_owned()]);
        lines.extend(vec![next; TRIES]);
        let mut output = Answers(sender, 0);
        let client = Client { lines, pending: Vec::new(), answers };
        run(Session::new("shogi5".parse().unwrap()), client, &mut output).unwrap();
        assert_eq!(output.1, TRIES + 1, "{go}, {end}: best moves");
    }
}
