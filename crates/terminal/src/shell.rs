//! The thin shell around the pure client: the terminal, threads, files, signals.

use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
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
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use crate::app::{App, Input};
use crate::command::Command;
use crate::engine::Engine;
use crate::kept::Shelf;
use crate::net::Net;

/// How often time is told at least.
const TICK: Duration = Duration::from_millis(200);

/// Something that comes from outside.
enum Outside {
    Input(Input),
    /// A signal asks us to leave.
    Stop,
    /// A signal asks us to let the terminal go for a while.
    Suspend,
    /// We run again, and the terminal may have been used by others.
    Resume,
}

/// What a command means for the loop.
enum Order {
    Tell(Input),
    Suspend,
    Quit,
}

/// Where the client is played, and how it is known there.
#[derive(Default)]
pub(crate) struct Place<'a> {
    /// The server's address.
    pub(crate) server: Option<&'a str>,
    /// An API token of an account there.
    pub(crate) account: Option<&'a str>,
    /// Where our seats are kept.
    pub(crate) shelf: Option<Shelf>,
}

/// The terminal in our hands; given back when this is dropped.
struct Held;

impl Held {
    fn take() -> io::Result<Self> {
        take_hold()?;
        Ok(Self)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        give_back();
    }
}

/// Makes the terminal ours; if that fails half way, it is given back.
fn take_hold() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide)
        .inspect_err(|_| give_back())
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
pub(crate) fn run(mut app: App, place: Place<'_>, first: Vec<Command>) -> io::Result<()> {
    restore_on_panic();
    let (tell, inputs) = mpsc::channel();
    listen_to_signals(tell.clone())?;
    let _held = Held::take()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let keys = tell.clone();
    thread::spawn(move || read_keys(&keys));
    let mut world = World::new(place, tell);
    let mut commands = app.begin();
    commands.extend(first);
    let mut told = Instant::now();
    loop {
        for order in world.carry_out(commands) {
            match order {
                Order::Tell(input) => drop(app.update(input)),
                Order::Suspend => suspend()?,
                Order::Quit => return Ok(()),
            }
        }
        terminal.draw(|frame| app.draw(frame.buffer_mut()))?;
        let outside = inputs.recv_timeout(TICK);
        let passed = told.elapsed().as_millis() as u64;
        told += Duration::from_millis(passed);
        commands = app.update(Input::Tick(passed as i64));
        match outside {
            Ok(Outside::Input(input)) => commands.extend(app.update(input)),
            Ok(Outside::Suspend) => suspend()?,
            Ok(Outside::Resume) => {
                take_hold()?;
                terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
                let size = size()?;
                commands.extend(app.update(Input::Resize(size.width, size.height)));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Outside::Stop) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Lets whoever started us have the terminal. When we run again, a signal says so.
fn suspend() -> io::Result<()> {
    give_back();
    signal_hook::low_level::emulate_default_handler(SIGTSTP)
}

fn listen_to_signals(tell: Sender<Outside>) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let outside = match signal {
                SIGTSTP => Outside::Suspend,
                SIGCONT => Outside::Resume,
                _ => Outside::Stop,
            };
            if tell.send(outside).is_err() {
                return;
            }
        }
    });
    Ok(())
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
    shelf: Option<Shelf>,
}

impl World {
    fn new(place: Place<'_>, tell: Sender<Outside>) -> Self {
        let thoughts = tell.clone();
        let engine = Engine::start(move |thought| {
            let _ = thoughts.send(Outside::Input(Input::Thought(thought)));
        });
        let net = place.server.map(|server| {
            let (news, heard) = mpsc::channel();
            thread::spawn(move || {
                for news in heard {
                    if tell.send(Outside::Input(Input::Net(news))).is_err() {
                        return;
                    }
                }
            });
            Net::new(server, place.account, news)
        });
        Self { engine, net, shelf: place.shelf }
    }

    /// Carries commands out; gives back what is for the loop.
    fn carry_out(&mut self, commands: Vec<Command>) -> Vec<Order> {
        let mut orders = Vec::new();
        let trouble = |words: String| Order::Tell(Input::Trouble(words));
        for command in commands {
            match command {
                Command::Think(question) => self.engine.ask(question),
                Command::StopThinking => self.engine.stop(),
                Command::Save { path, text } => {
                    if let Err(error) = save(&path, &text) {
                        orders.push(trouble(format!("{} cannot be written: {error}", path.display())));
                    }
                }
                Command::Keep(kept) => {
                    if let Some(Err(error)) = self.shelf.as_ref().map(|shelf| shelf.keep(kept)) {
                        orders.push(trouble(format!("your seat cannot be kept for later: {error}")));
                    }
                }
                Command::Forget { server, table } => {
                    if let Some(Err(error)) = self.shelf.as_ref().map(|shelf| shelf.forget(&server, &table)) {
                        orders.push(trouble(format!("your seats cannot be written: {error}")));
                    }
                }
                Command::Net(call) => match &mut self.net {
                    Some(net) => net.call(call),
                    None => orders.push(trouble("there is no server; start with --server URL".into())),
                },
                // These are the client's own.
                Command::Again | Command::Leave => {}
                Command::Suspend => orders.push(Order::Suspend),
                Command::Quit => orders.push(Order::Quit),
            }
        }
        orders
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

#[cfg(test)]
mod tests {
    use std::io::Read;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Tells this very test, run again in a terminal of its own, that it is the client.
    const AS_CLIENT: &str = "MENAGERIE_TEST_CLIENT_THAT_PANICS";

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_speaks() {
        if std::env::var_os(AS_CLIENT).is_some() {
            restore_on_panic();
            let _held = Held::take().expect("a terminal");
            panic!("something went wrong");
        }
        let pair = native_pty_system().openpty(PtySize::default()).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
        let itself = concat!(module_path!(), "::a_panic_gives_the_terminal_back_before_it_speaks");
        let (_, itself) = itself.split_once("::").expect("behind the crate's name");
        command.args(["--exact", itself, "--nocapture"]);
        command.env(AS_CLIENT, "1");
        command.env("TERM", "xterm-256color");
        let mut child = pair.slave.spawn_command(command).expect("it runs");
        let mut screen = pair.master.try_clone_reader().expect("its screen can be read");
        let reader = thread::spawn(move || {
            let mut all = Vec::new();
            // The end of a pseudo-terminal is an error on some systems; what came before it counts.
            let _ = screen.read_to_end(&mut all);
            String::from_utf8_lossy(&all).into_owned()
        });
        child.wait().expect("it ends");
        drop(pair);
        let shown = reader.join().expect("it was read");
        let at = |words: &str| shown.find(words).unwrap_or_else(|| panic!("{words:?} in {shown:?}"));
        assert!(at("\x1b[?1049h") < at("\x1b[?1049l"));
        assert!(at("\x1b[?1049l") < at("something went wrong"));
        for given_back in ["\x1b[?25h", "\x1b[?2004l", "\x1b[?1000l"] {
            assert!(at(given_back) < at("something went wrong"));
        }
    }
}
