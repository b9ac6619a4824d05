//! A child process with its standard input and output.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use menagerie_game::text::printable;

use crate::line_reader::{InputLine, next_line_within};

/// The maximum number of unread lines. The program blocks when they are full (backpressure).
const MAX_UNREAD_LINES: usize = 4096;

/// A running program.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<InputLine>,
    /// The last error that it reported.
    error: Option<String>,
}

/// Why the program gave no reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoReply {
    /// The timeout passed.
    Late,
    /// The program ended.
    Gone,
    /// The program wrote a line that is too long, and was ended.
    TooLong,
}

impl NoReply {
    /// The text of [`NoReply::TooLong`].
    pub(crate) const TOO_LONG: &str = "wrote a line of more than 64 KiB";
}

/// The maximum length of a line, in bytes. Lines of real engines have a few KiB at most.
const LONGEST_LINE: u64 = 64 << 10;

/// The maximum length of an error that is kept, in characters.
const LONGEST_ERROR: usize = 1000;

/// How a program reports that it cannot do what it was told, such as to load a net.
const ERROR_LINE: &str = "info string ERROR";

/// How long to wait for the last line of a program that takes no more input.
const LAST_LINE_TIMEOUT: Duration = Duration::from_secs(2);

impl Process {
    pub(crate) fn start(command: &[String]) -> Result<Self, String> {
        let [program, arguments @ ..] = command else { return Err("no program is named".to_owned()) };
        let mut call = Command::new(program);
        call.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // The child gets its own process group: Ctrl-C must not end it in the middle of a game, because
        // that would count as its fault.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut call, 0);
        let mut child = call.spawn().map_err(|error| format!("'{program}' cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("'{program}' has no input or output"));
        };
        let (sender, lines) = sync_channel(MAX_UNREAD_LINES);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = next_line_within(&mut output, LONGEST_LINE) {
                // The rest of such a line may be endless: stop reading.
                let is_over = line == InputLine::TooLong;
                if sender.send(line).is_err() || is_over {
                    return;
                }
            }
        });
        Ok(Self { child, input, lines, error: None })
    }

    pub(crate) fn send(&mut self, line: &str) -> Result<(), NoReply> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| self.end_reason())
    }

    /// Why the program takes no more input. It may have closed its input before the reader thread has
    /// read its last line, so this waits for that line.
    fn end_reason(&self) -> NoReply {
        let begun = Instant::now();
        while let Ok(line) = self.lines.recv_timeout(LAST_LINE_TIMEOUT.saturating_sub(begun.elapsed())) {
            if line == InputLine::TooLong {
                return NoReply::TooLong;
            }
        }
        NoReply::Gone
    }

    /// The last error that the program reported with an `info string ERROR` line. Stockfish and our engine do so.
    pub(crate) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    /// Waits for a line that begins with `word` and returns the rest of it. Of the lines before it only an error is
    /// kept.
    pub(crate) fn wait_for(&mut self, word: &str, timeout: Duration) -> Result<String, NoReply> {
        let begun = Instant::now();
        loop {
            let left = timeout.saturating_sub(begun.elapsed());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => NoReply::Late,
                RecvTimeoutError::Disconnected => NoReply::Gone,
            })?;
            let InputLine::Text(line) = line else {
                let _ = self.child.kill();
                return Err(NoReply::TooLong);
            };
            let mut words = line.split_ascii_whitespace();
            if words.next() == Some(word) {
                return Ok(words.collect::<Vec<_>>().join(" "));
            }
            if let Some(error) = line.trim_start().strip_prefix(ERROR_LINE) {
                self.error = Some(printable(error.trim_start_matches([':', ' ']), LONGEST_ERROR));
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
