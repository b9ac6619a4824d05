//! Another program, its input and its output.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::lines::{Line, next_line_within};

/// So many lines may lie unread before the program has to wait.
const UNREAD: usize = 4096;

/// A running program.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Silence {
    /// It took too long.
    Late,
    /// It has ended.
    Gone,
    /// It wrote a line beyond every measure, and was ended.
    TooLong,
}

impl Silence {
    /// What [`Silence::TooLong`] means, in words.
    pub(crate) const TOO_LONG: &str = "wrote a line of more than 64 KiB";
}

/// The longest line that a program may write. Thoughts of real engines stay below a few KiB.
const LONGEST_LINE: u64 = 64 << 10;

impl Process {
    pub(crate) fn start(command: &[String]) -> Result<Self, String> {
        let [program, arguments @ ..] = command else { return Err("no program is named".to_owned()) };
        let mut call = Command::new(program);
        call.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C ends the match, not a program in the middle of a game: that would look like its fault.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut call, 0);
        let mut child = call.spawn().map_err(|error| format!("'{program}' cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("'{program}' has no input or output"));
        };
        let (sender, lines) = sync_channel(UNREAD);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = next_line_within(&mut output, LONGEST_LINE) {
                // The rest of such a line may have no end: nothing more is read.
                let is_over = line == Line::TooLong;
                if sender.send(line).is_err() || is_over {
                    return;
                }
            }
        });
        Ok(Self { child, input, lines })
    }

    pub(crate) fn say(&mut self, line: &str) -> Result<(), Silence> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| self.why_gone())
    }

    /// Why the program takes no input any more: the thread that reads its output leaves it when a line has no end.
    fn why_gone(&self) -> Silence {
        let endless = self.lines.try_iter().any(|line| line == Line::TooLong);
        if endless { Silence::TooLong } else { Silence::Gone }
    }

    /// The rest of the next line that begins with a word; everything before it is dropped.
    pub(crate) fn hear(&mut self, word: &str, patience: Duration) -> Result<String, Silence> {
        let begun = Instant::now();
        loop {
            let left = patience.saturating_sub(begun.elapsed());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Silence::Late,
                RecvTimeoutError::Disconnected => Silence::Gone,
            })?;
            let Line::Whole(line) = line else {
                let _ = self.child.kill();
                return Err(Silence::TooLong);
            };
            let mut words = line.split_ascii_whitespace();
            if words.next() == Some(word) {
                return Ok(words.collect::<Vec<_>>().join(" "));
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
