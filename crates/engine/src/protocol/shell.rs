//! The input/output loop of a session: one thread reads lines, one thread runs each task.

use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::info::refusal;
use super::{Output, Session, StopSignal, Task};
use crate::line_reader::{InputLine, next_line};

/// An event of the loop.
enum Event {
    /// The reader thread read a line.
    Line(InputLine),
    /// The input ended.
    Closed,
    /// The running task reports an `info` line.
    Info(String),
    /// The task ended, with its closing line.
    Done(Option<String>),
}

/// Runs a session until `quit` or the end of the input.
pub fn run(session: Session, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let hears = sender.clone();
    // A thread that blocks in a read cannot be stopped. It ends with the process.
    thread::spawn(move || listen(BufReader::new(input), &hears));
    Shell { session, output, sender, work: None, over: false }.run(&events)
}

fn listen(mut input: impl io::BufRead, events: &Sender<Event>) {
    // A read error counts as the end of the input.
    while let Ok(Some(line)) = next_line(&mut input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed);
}

struct Shell<W> {
    session: Session,
    output: W,
    sender: Sender<Event>,
    /// The stop signal of the running task.
    work: Option<Arc<StopSignal>>,
    /// After `quit` the session answers nothing more.
    over: bool,
}

impl<W: Write> Shell<W> {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        while !self.over || self.work.is_some() {
            // `self` holds a sender, so the channel cannot be disconnected.
            let Ok(event) = events.recv() else { break };
            let out = match event {
                Event::Line(_) | Event::Closed if self.over => vec![],
                Event::Line(InputLine::Text(line)) => self.session.receive_line(&line),
                Event::Line(InputLine::TooLong) => {
                    vec![Output::Line("info string the line was too long and was skipped".to_owned())]
                }
                Event::Closed => self.session.close(),
                Event::Info(line) => vec![Output::Line(line)],
                Event::Done(line) => self.finish(line),
            };
            for one in out {
                self.carry_out(one)?;
            }
            self.output.flush()?;
        }
        Ok(())
    }

    /// Writes the closing line and tells the session, in one step. A client that has read that line may
    /// send the next command at once; the session must know by then that the task has ended.
    fn finish(&mut self, line: Option<String>) -> Vec<Output> {
        self.work = None;
        let mut out: Vec<_> = line.map(Output::Line).into_iter().collect();
        if !self.over {
            out.extend(self.session.finished());
        }
        out
    }

    fn carry_out(&mut self, out: Output) -> io::Result<()> {
        match out {
            Output::Line(line) => writeln!(self.output, "{line}")?,
            Output::Start(task) => self.begin(task)?,
            Output::OpenTables(folder) => writeln!(self.output, "{}", open_tables(&folder))?,
            Output::Stop => {
                if let Some(stop) = &self.work {
                    stop.set();
                }
            }
            Output::Abandon => {
                if let Some(stop) = &self.work {
                    stop.abandon();
                }
            }
            Output::Quit => self.over = true,
        }
        Ok(())
    }

    fn begin(&mut self, task: Task) -> io::Result<()> {
        let stop = Arc::new(StopSignal::default());
        self.work = Some(Arc::clone(&stop));
        let mut ends = FinishGuard { events: self.sender.clone(), line: None };
        thread::Builder::new().name("thinking".to_owned()).spawn(move || {
            // Sending fails only after the session is over.
            let line = task(&stop, &mut |line| _ = ends.events.send(Event::Info(line)));
            ends.close_with(line);
        })?;
        Ok(())
    }
}

/// Opens a folder of endgame tables. The line says what was found, or why the folder is refused.
fn open_tables(folder: &Path) -> String {
    match menagerie_catalog::open_tables(folder) {
        Ok(count) => format!("info string {count} endgame tables opened"),
        Err(error) => refusal(&error.to_string()),
    }
}

/// Sends `Done` when the task's thread ends, also after a panic.
struct FinishGuard {
    events: Sender<Event>,
    line: Option<String>,
}

impl FinishGuard {
    fn close_with(&mut self, line: Option<String>) {
        self.line = line;
    }
}

impl Drop for FinishGuard {
    fn drop(&mut self) {
        let _ = self.events.send(Event::Done(self.line.take()));
    }
}
