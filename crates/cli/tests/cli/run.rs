//! Runs the program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;

/// The set-up of shogi5, as its rule file writes it.
pub(crate) const SHOGI5: &str = "lbsgk/4p/5/P4/KGSBL[] b";

/// The output and exit status of a run.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct CommandOutput {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: i32,
}

pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_menagerie"));
    command.args(words);
    command
}

/// Runs the program with empty standard input.
pub(crate) fn menagerie(words: &[&str]) -> CommandOutput {
    menagerie_with(words, b"")
}

/// Runs the program with these bytes on standard input.
pub(crate) fn menagerie_with(words: &[&str], input: &[u8]) -> CommandOutput {
    let mut child = spawn(command(words).stderr(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A separate thread writes, because both pipes may fill up. Writing fails if the program ends
    // first; that is allowed.
    let writer = thread::spawn(move || _ = stdin.write_all(&input));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    CommandOutput { out: text(stdout), err: text(stderr), status: status.code().unwrap() }
}

/// The output of a successful run. Nothing goes to standard error.
#[track_caller]
pub(crate) fn out(words: &[&str]) -> String {
    let output = menagerie(words);
    assert_eq!((output.err.as_str(), output.status), ("", 0), "{words:?}");
    output.out
}

/// The message of a failed run. Nothing goes to standard output.
#[track_caller]
pub(crate) fn refused(words: &[&str], status: i32) -> String {
    let output = menagerie(words);
    assert_eq!((output.out.as_str(), output.status), ("", status), "{words:?}: {}", output.err);
    assert!(output.err.starts_with("error: "), "{}", output.err);
    output.err
}

fn spawn(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// A conversation with a running program, line by line.
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

    /// Closes the input. Returns the rest of the output and the exit status.
    pub(crate) fn end(mut self) -> (String, i32) {
        drop(self.input);
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.output, &mut rest).unwrap();
        (rest, self.child.wait().unwrap().code().unwrap())
    }

    /// Closes the output. Returns the exit status.
    pub(crate) fn hang_up(mut self) -> i32 {
        drop(self.output);
        let _ = self.input.write_all(format!("{SHOGI5}\n").repeat(1000).as_bytes());
        drop(self.input);
        self.child.wait().unwrap().code().unwrap()
    }
}
