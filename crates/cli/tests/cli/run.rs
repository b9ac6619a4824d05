//! Running the command.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;

/// The set-up of shogi5, as its rule file writes it.
pub(crate) const SHOGI5: &str = "lbsgk/4p/5/P4/KGSBL[] b";

/// What a call wrote, and its exit status.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: i32,
}

pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_menagerie"));
    command.args(words);
    command
}

/// Runs a call with nothing on standard input.
pub(crate) fn menagerie(words: &[&str]) -> Answer {
    menagerie_with(words, b"")
}

/// Runs a call with these bytes on standard input.
pub(crate) fn menagerie_with(words: &[&str], input: &[u8]) -> Answer {
    let mut child = spawn(command(words).stderr(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // In a thread of its own: both pipes may fill up. Writing fails if the program ends first, and may.
    let writer = thread::spawn(move || _ = stdin.write_all(&input));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Answer { out: text(stdout), err: text(stderr), status: status.code().unwrap() }
}

/// What a call that succeeds writes. Nothing goes to standard error.
#[track_caller]
pub(crate) fn out(words: &[&str]) -> String {
    let answer = menagerie(words);
    assert_eq!((answer.err.as_str(), answer.status), ("", 0), "{words:?}");
    answer.out
}

/// What a call that fails says. Nothing goes to standard output.
#[track_caller]
pub(crate) fn refused(words: &[&str], status: i32) -> String {
    let answer = menagerie(words);
    assert_eq!((answer.out.as_str(), answer.status), ("", status), "{words:?}: {}", answer.err);
    assert!(answer.err.starts_with("error: "), "{}", answer.err);
    answer.err
}

fn spawn(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// A conversation: nothing is written before the last answer was read.
pub(crate) struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    pub(crate) fn begin(words: &[&str]) -> Self {
        let mut child = spawn(&mut command(words));
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    /// The next line, without its line feed; empty at the end.
    pub(crate) fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end_matches('\n').to_owned()
    }

    /// Says no more; the rest of the output and the exit status.
    pub(crate) fn end(mut self) -> (String, i32) {
        drop(self.input);
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.output, &mut rest).unwrap();
        (rest, self.child.wait().unwrap().code().unwrap())
    }

    /// Stops listening; the exit status.
    pub(crate) fn hang_up(mut self) -> i32 {
        drop(self.output);
        let _ = self.input.write_all(format!("{SHOGI5}\n").repeat(1000).as_bytes());
        drop(self.input);
        self.child.wait().unwrap().code().unwrap()
    }
}
