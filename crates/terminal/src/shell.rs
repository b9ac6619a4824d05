//! The thin shell around the pure client: the terminal, threads, files, signals.

use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event, KeyEventKind,
};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::app::{App, Input};
use crate::command::Command;
use crate::engine::Engine;
use crate::net::Net;

/// How often time is told.
const TICK: Duration = Duration::from_millis(250);

/// Something that comes from outside.
enum Outside {
    Input(Input),
    /// A signal asks us to leave.
    Stop,
}

/// The terminal in our hands; given back when this is dropped.
struct Held;

impl Held {
    fn take() -> io::Result<Self> {
        enable_raw_mode()?;
        let held = Self;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide)?;
        Ok(held)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        give_back();
    }
}

/// Makes the terminal what it was. There is nobody to tell if that fails.
fn give_back() {
    let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// A panic of this thread gives the terminal back before it speaks; one of another thread keeps silent.
fn restore_on_panic() {
    let speak = std::panic::take_hook();
    let main = thread::current().id();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == main {
            give_back();
            speak(panic);
        }
    }));
}

/// The size of the terminal.
pub(crate) fn size() -> io::Result<Rect> {
    let (width, height) = ratatui::crossterm::terminal::size()?;
    Ok(Rect::new(0, 0, width, height))
}

/// Runs the client until it is left.
pub(crate) fn run(mut app: App, server: Option<&str>, first: Vec<Command>) -> io::Result<()> {
    restore_on_panic();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let _held = Held::take()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let (tell, inputs) = mpsc::channel();
    let stop = tell.clone();
    thread::spawn(move || {
        if signals.forever().next().is_some() {
            let _ = stop.send(Outside::Stop);
        }
    });
    let keys = tell.clone();
    thread::spawn(move || read_keys(&keys));
    let mut world = World::new(server, tell);
    let mut commands = app.begin();
    commands.extend(first);
    loop {
        for input in world.carry_out(commands) {
            match input {
                Some(input) => drop(app.update(input)),
                None => return Ok(()),
            }
        }
        terminal.draw(|frame| app.draw(frame.buffer_mut()))?;
        match next(&inputs) {
            Some(Outside::Input(input)) => commands = app.update(input),
            Some(Outside::Stop) | None => return Ok(()),
        }
    }
}

/// The next thing that happens; a tick if nothing does for a while.
fn next(inputs: &Receiver<Outside>) -> Option<Outside> {
    let since = Instant::now();
    match inputs.recv_timeout(TICK) {
        Ok(outside) => Some(outside),
        Err(RecvTimeoutError::Timeout) => Some(Outside::Input(Input::Tick(since.elapsed().as_millis() as i64))),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

fn read_keys(tell: &Sender<Outside>) {
    loop {
        let input = match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => Input::Key(key),
            Ok(Event::Mouse(mouse)) => Input::Mouse(mouse),
            Ok(Event::Paste(text)) => Input::Paste(text),
            Ok(Event::Resize(width, height)) => Input::Resize(width, height),
            Ok(_) => continue,
            // Nobody is at the terminal any more.
            Err(_) => {
                let _ = tell.send(Outside::Stop);
                return;
            }
        };
        if tell.send(Outside::Input(input)).is_err() {
            return;
        }
    }
}

/// What commands are carried out with.
struct World {
    engine: Engine,
    net: Option<Net>,
}

impl World {
    fn new(server: Option<&str>, tell: Sender<Outside>) -> Self {
        let thoughts = tell.clone();
        let engine = Engine::start(move |thought| {
            let _ = thoughts.send(Outside::Input(Input::Thought(thought)));
        });
        let net = server.map(|server| {
            let (news, heard) = mpsc::channel();
            thread::spawn(move || {
                for news in heard {
                    if tell.send(Outside::Input(Input::Net(news))).is_err() {
                        return;
                    }
                }
            });
            Net::new(server, news)
        });
        Self { engine, net }
    }

    /// Carries commands out; gives back what the client must know at once, and nothing where it is to end.
    fn carry_out(&mut self, commands: Vec<Command>) -> Vec<Option<Input>> {
        let mut told = Vec::new();
        for command in commands {
            match command {
                Command::Think(question) => self.engine.ask(question),
                Command::StopThinking => self.engine.stop(),
                Command::Save { path, text } => {
                    if let Err(error) = save(&path, &text) {
                        told.push(Some(Input::Trouble(format!("{} cannot be written: {error}", path.display()))));
                    }
                }
                Command::Net(call) => match &mut self.net {
                    Some(net) => net.call(call),
                    None => told.push(Some(Input::Trouble("there is no server; start with --server URL".into()))),
                },
                Command::Quit => told.push(None),
            }
        }
        told
    }
}

/// Writes a file whole or not at all.
fn save(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let mut file = std::fs::File::create(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(part, path)
}
