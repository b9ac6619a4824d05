//! The imperative shell around the pure client: the terminal, threads, files and signals.

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

use crate::app::{App, Input};
use crate::command::Command;
use crate::engine::Engine;
use crate::net::Net;
use crate::saved_seats::SavedSeatsFile;
use crate::signals::{self, Signal};

/// The maximum time between two ticks.
const TICK: Duration = Duration::from_millis(200);

/// An event of the shell's loop.
enum ShellEvent {
    Input(Input),
    Signal(Signal),
}

/// What the loop must do after a command.
enum LoopAction {
    Update(Input),
    Suspend,
    Quit,
}

/// The server and our identity there.
#[derive(Default)]
pub(crate) struct ServerAccess<'a> {
    /// The server's URL.
    pub(crate) server: Option<&'a str>,
    /// An API token of an account there.
    pub(crate) account: Option<&'a str>,
    /// The file with our saved seats.
    pub(crate) seats_file: Option<SavedSeatsFile>,
}

/// Holds the terminal in raw mode and restores it when dropped.
struct TerminalGuard;

impl TerminalGuard {
    fn enter() -> io::Result<Self> {
        enter_terminal()?;
        Ok(Self)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Switches the terminal to raw mode and the alternate screen. Restores it if a step fails.
fn enter_terminal() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide)
        .inspect_err(|_| restore_terminal())
}

/// Restores the terminal. Errors are ignored: there is no place to report them.
fn restore_terminal() {
    let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// Installs a panic hook: a panic of this thread restores the terminal before the message. Panics
/// of other threads print nothing.
fn restore_on_panic() {
    let speak = std::panic::take_hook();
    let main = thread::current().id();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == main {
            restore_terminal();
            speak(panic);
        }
    }));
}

/// The size of the terminal.
pub(crate) fn size() -> io::Result<Rect> {
    let (width, height) = ratatui::crossterm::terminal::size()?;
    Ok(Rect::new(0, 0, width, height))
}

/// Runs the client until the person leaves.
pub(crate) fn run(mut app: App, access: ServerAccess<'_>, first: Vec<Command>) -> io::Result<()> {
    restore_on_panic();
    let (sender, inputs) = mpsc::channel();
    let heard = sender.clone();
    signals::watch(move |signal| heard.send(ShellEvent::Signal(signal)).is_ok())?;
    let _guard = TerminalGuard::enter()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let keys = sender.clone();
    thread::spawn(move || read_keys(&keys));
    let mut runner = CommandRunner::new(access, sender);
    let mut commands = app.begin();
    commands.extend(first);
    let mut told = Instant::now();
    loop {
        for action in runner.run(commands) {
            match action {
                LoopAction::Update(input) => drop(app.update(input)),
                LoopAction::Suspend => suspend()?,
                LoopAction::Quit => return Ok(()),
            }
        }
        terminal.draw(|frame| app.draw(frame.buffer_mut()))?;
        let received = inputs.recv_timeout(TICK);
        let passed = told.elapsed().as_millis() as u64;
        told += Duration::from_millis(passed);
        commands = app.update(Input::Tick(passed as i64));
        match received {
            Ok(ShellEvent::Input(input)) => commands.extend(app.update(input)),
            Ok(ShellEvent::Signal(Signal::Suspend)) => suspend()?,
            Ok(ShellEvent::Signal(Signal::Resume)) => {
                enter_terminal()?;
                terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
                let size = size()?;
                commands.extend(app.update(Input::Resize(size.width, size.height)));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Ok(ShellEvent::Signal(Signal::Stop)) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Restores the terminal and suspends the process, where the system can do that.
fn suspend() -> io::Result<()> {
    if signals::CAN_SUSPEND {
        restore_terminal();
        signals::suspend_process()?;
    }
    Ok(())
}

fn read_keys(sender: &Sender<ShellEvent>) {
    loop {
        let input = match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => Input::Key(key),
            Ok(Event::Mouse(mouse)) => Input::Mouse(mouse),
            Ok(Event::Paste(text)) => Input::Paste(text),
            Ok(Event::Resize(width, height)) => Input::Resize(width, height),
            Ok(_) => continue,
            // The terminal is gone.
            Err(_) => {
                let _ = sender.send(ShellEvent::Signal(Signal::Stop));
                return;
            }
        };
        if sender.send(ShellEvent::Input(input)).is_err() {
            return;
        }
    }
}

/// Executes commands: the engine thread, the network and the saved seats.
struct CommandRunner {
    engine: Engine,
    net: Option<Net>,
    seats_file: Option<SavedSeatsFile>,
}

impl CommandRunner {
    fn new(access: ServerAccess<'_>, sender: Sender<ShellEvent>) -> Self {
        let thoughts = sender.clone();
        let engine = Engine::start(move |report| {
            let _ = thoughts.send(ShellEvent::Input(Input::EngineReport(report)));
        });
        let net = access.server.map(|server| {
            let (event, heard) = mpsc::channel();
            thread::spawn(move || {
                for event in heard {
                    if sender.send(ShellEvent::Input(Input::Net(event))).is_err() {
                        return;
                    }
                }
            });
            Net::new(server, access.account, event)
        });
        Self { engine, net, seats_file: access.seats_file }
    }

    /// Executes commands and returns what the loop must do.
    fn run(&mut self, commands: Vec<Command>) -> Vec<LoopAction> {
        let mut actions = Vec::new();
        let trouble = |words: String| LoopAction::Update(Input::Trouble(words));
        for command in commands {
            match command {
                Command::Think(search_request) => self.engine.ask(search_request),
                Command::StopThinking => self.engine.stop(),
                Command::Save { path, text } => {
                    if let Err(error) = save(&path, &text) {
                        actions.push(trouble(format!("{} cannot be written: {error}", path.display())));
                    }
                }
                Command::SaveSeats(saved_seats) => {
                    if let Some(Err(error)) = self.seats_file.as_ref().map(|file| file.save(saved_seats)) {
                        actions.push(trouble(format!("your seat cannot be saved: {error}")));
                    }
                }
                Command::ForgetSeats { server, table } => {
                    if let Some(Err(error)) = self.seats_file.as_ref().map(|file| file.forget(&server, &table)) {
                        actions.push(trouble(format!("your saved seats cannot be updated: {error}")));
                    }
                }
                Command::Net(call) => match &mut self.net {
                    Some(net) => net.call(call),
                    None => actions.push(trouble("there is no server; start with --server URL".into())),
                },
                // `App` handles these itself.
                Command::Rematch | Command::Leave => {}
                Command::Suspend => actions.push(LoopAction::Suspend),
                Command::Quit => actions.push(LoopAction::Quit),
            }
        }
        actions
    }
}

/// Writes a file atomically: to a temporary file first, then renames it.
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

    /// The test starts itself again in a pseudo-terminal. This variable tells the child that it is the client.
    const AS_CLIENT: &str = "MENAGERIE_TEST_CLIENT_THAT_PANICS";

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_speaks() {
        if std::env::var_os(AS_CLIENT).is_some() {
            restore_on_panic();
            let _guard = TerminalGuard::enter().expect("a terminal");
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
            // On some systems reading past the end of a pseudo-terminal is an error.
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
