//! Reading, writing, and a thread for the thinking.

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use menagerie_catalog::Chosen;

use super::{Out, Session, Stop, Task};
use crate::lines::{Line, next_line};

/// What can happen.
enum Event {
    /// A line came in.
    Heard(Line),
    /// The input has ended.
    Closed,
    /// The work that is being done has something to say.
    Told(String),
    /// The work has ended, with its closing line.
    Done(Option<String>),
}

/// Talks until `quit` or the end of the input.
pub fn run(chosen: Chosen, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let hears = sender.clone();
    // It cannot be told to stop while it waits for input, and need not: it dies with the process.
    thread::spawn(move || listen(BufReader::new(input), &hears));
    Shell { session: Session::new(chosen), output, sender, work: None, over: false }.run(&events)
}

fn listen(mut input: impl io::BufRead, events: &Sender<Event>) {
    // Input that cannot be read any more has ended.
    while let Ok(Some(line)) = next_line(&mut input) {
        if events.send(Event::Heard(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed);
}

struct Shell<W> {
    session: Session,
    output: W,
    sender: Sender<Event>,
    /// The order that stops the work that is being done.
    work: Option<Arc<Stop>>,
    /// Whether nothing more is answered.
    over: bool,
}

impl<W: Write> Shell<W> {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        while !self.over || self.work.is_some() {
            // We hold a sender ourselves: there is always somebody who may send.
            let Ok(event) = events.recv() else { break };
            let out = match event {
                Event::Heard(_) | Event::Closed if self.over => vec![],
                Event::Heard(Line::Whole(line)) => self.session.hear(&line),
                Event::Heard(Line::TooLong) => {
                    vec![Out::Say("info string the line was too long and was skipped".to_owned())]
                }
                Event::Closed => self.session.close(),
                Event::Told(line) => vec![Out::Say(line)],
                Event::Done(line) => self.finish(line),
            };
            for one in out {
                self.carry_out(one)?;
            }
            self.output.flush()?;
        }
        Ok(())
    }

    /// Writes the closing line of the work and tells the session, in one step: what a client sends after it has read that
    /// line finds the work ended.
    fn finish(&mut self, line: Option<String>) -> Vec<Out> {
        self.work = None;
        let mut out: Vec<_> = line.map(Out::Say).into_iter().collect();
        if !self.over {
            out.extend(self.session.finished());
        }
        out
    }

    fn carry_out(&mut self, out: Out) -> io::Result<()> {
        match out {
            Out::Say(line) => writeln!(self.output, "{line}")?,
            Out::Begin(task) => self.begin(task)?,
            Out::Stop => {
                if let Some(stop) = &self.work {
                    stop.give();
                }
            }
            Out::Abandon => {
                if let Some(stop) = &self.work {
                    stop.abandon();
                }
            }
            Out::Quit => self.over = true,
        }
        Ok(())
    }

    fn begin(&mut self, task: Task) -> io::Result<()> {
        let stop = Arc::new(Stop::default());
        self.work = Some(Arc::clone(&stop));
        let mut ends = Ends { events: self.sender.clone(), line: None };
        thread::Builder::new().name("thinking".to_owned()).spawn(move || {
            // Nobody to tell: the conversation is over.
            let line = task(&stop, &mut |line| _ = ends.events.send(Event::Told(line)));
            ends.close_with(line);
        })?;
        Ok(())
    }
}

/// Tells that the work has ended, however it did.
struct Ends {
    events: Sender<Event>,
    line: Option<String>,
}

impl Ends {
    fn close_with(&mut self, line: Option<String>) {
        self.line = line;
    }
}

impl Drop for Ends {
    fn drop(&mut self) {
        let _ = self.events.send(Event::Done(self.line.take()));
    }
}
