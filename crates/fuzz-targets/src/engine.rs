//! The engine protocol: lines into a session. What it begins is stopped at once; pondering and
//! endless thinking last until the session asks for their end.

use std::collections::VecDeque;

use menagerie_engine::protocol::{Output, Session, StopSignal, Task};

/// Lines that one session hears; more would only take longer.
const MOST_LINES: usize = 60;

/// Whatever is said, the session goes on, its lines are printable, and in the end it is ready.
pub(crate) fn read(input: &[u8]) {
    let Some((&first, text)) = input.split_first() else { return };
    let name = crate::game_of(first).info().id;
    let mut talk = Talk { session: Session::new(name.parse().expect("a game's id")), waiting: None };
    let text = String::from_utf8_lossy(text);
    for line in text.lines().filter(|line| !is_costly(line)).take(MOST_LINES) {
        let out = talk.session.receive_line(line);
        if talk.carry_out(out, line.contains("ponder") || line.contains("infinite")).over {
            return;
        }
    }
    talk.end_work();
    let said = talk.session.receive_line("isready");
    assert!(matches!(&said[..], [Output::Line(line)] if line == "readyok"), "the session is not ready");
}

/// The owner of a machine may ask for gigabytes of memory and hundreds of threads; the fuzz target
/// does not.
fn is_costly(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.contains("bench") || ["hash", "threads"].iter().any(|word| line.contains(word)) && line.contains("value")
}

struct Talk {
    session: Session,
    /// Work that lasts until it is stopped.
    waiting: Option<Task>,
}

struct Carried {
    over: bool,
}

impl Talk {
    fn carry_out(&mut self, out: Vec<Output>, lasts: bool) -> Carried {
        let mut queue = VecDeque::from(out);
        while let Some(one) = queue.pop_front() {
            match one {
                Output::Line(line) => {
                    assert!(!line.contains(char::is_control), "{line:?}");
                    assert!(line.len() < 100_000, "a line of {} bytes", line.len());
                }
                Output::Start(task) if lasts => self.waiting = Some(task),
                Output::Start(task) => {
                    work(task);
                    queue.extend(self.session.finished());
                }
                // Fuzzing reads no folders.
                Output::OpenTables(_) => {}
                Output::Stop | Output::Abandon => {
                    if let Some(task) = self.waiting.take() {
                        work(task);
                        queue.extend(self.session.finished());
                    }
                }
                Output::Quit => return Carried { over: true },
            }
        }
        Carried { over: false }
    }

    fn end_work(&mut self) {
        if let Some(task) = self.waiting.take() {
            work(task);
            let out = self.session.finished();
            self.carry_out(out, false);
        }
    }
}

fn work(task: Task) {
    let stop = StopSignal::default();
    stop.set();
    let mut printable = |line: String| assert!(!line.contains(char::is_control), "{line:?}");
    task(&stop, &mut printable).into_iter().for_each(printable);
}
