//! The client as a pure state machine: inputs come in, commands go out, and it can be drawn at any
//! time.

mod network;

use std::path::PathBuf;

use menagerie_game::BySeat;
use menagerie_match::{Millis, TimeControl};
use menagerie_record::dice::Secret;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;

use crate::command::Command;
use crate::engine::EngineReport;
use crate::lobby::{LobbyOutcome, LobbyScreen};
use crate::local::{LocalTable, Player};
use crate::menu::{MatchSetup, Menu, MenuOutcome, Network, SeatSetup};
use crate::net::{Call, NetEvent};
use crate::saved_seats::SavedSeats;
use crate::table::{Host, TableScreen, ViewerScreen};
use crate::theme::Theme;

/// An input of the client.
#[derive(Debug)]
pub(crate) enum Input {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Resize(u16, u16),
    EngineReport(EngineReport),
    Net(NetEvent),
    /// This many milliseconds have passed.
    Tick(i64),
    /// A command failed; the text says why.
    Trouble(String),
}

/// The current screen.
enum Screen {
    Menu(Menu),
    Lobby(LobbyScreen),
    Table(Box<TableScreen>),
    Viewer(Box<ViewerScreen>),
}

/// The settings of this run of the client.
#[derive(Debug, Default)]
pub(crate) struct Session {
    /// The server to play on, if there is one.
    pub(crate) server: Option<String>,
    /// Whether the person has an account on the server.
    pub(crate) has_account: bool,
    /// The name that others see.
    pub(crate) name: String,
    /// The saved seats at tables of servers.
    pub(crate) saved_seats: Vec<SavedSeats>,
    /// The initial clock of the menu.
    pub(crate) clock: TimeControl,
    /// The file to which a match started from the menu is saved.
    pub(crate) record: Option<PathBuf>,
    /// Whether that file already holds a match. Another match must not overwrite it.
    pub(crate) record_holds_a_match: bool,
}

/// The client.
pub(crate) struct App {
    theme: Theme,
    size: Rect,
    screen: Screen,
    session: Session,
    now: Millis,
    /// The number of table sockets opened so far. It numbers the next socket.
    sockets_opened: u64,
}

impl App {
    /// A client that begins with the menu, or with the lobby of a server.
    pub(crate) fn new(theme: Theme, size: Rect, session: Session, now: Millis) -> Self {
        let mut app = Self { theme, size, screen: Screen::Lobby(LobbyScreen::new()), session, now, sockets_opened: 0 };
        if app.session.server.is_none() {
            app.screen = Screen::Menu(app.menu());
        }
        app
    }

    fn menu(&self) -> Menu {
        let network = match (&self.session.server, self.session.has_account) {
            (None, _) => Network::None,
            (Some(_), false) => Network::Guest,
            (Some(_), true) => Network::Account,
        };
        Menu::new(network, self.session.clock)
    }

    /// The commands to run first.
    pub(crate) fn begin(&mut self) -> Vec<Command> {
        match &mut self.screen {
            Screen::Lobby(_) => vec![Command::Net(Call::Lobby)],
            Screen::Table(table) => table.begin(),
            Screen::Menu(_) | Screen::Viewer(_) => Vec::new(),
        }
    }

    /// Opens a match at this terminal.
    pub(crate) fn open(&mut self, table: LocalTable) {
        self.open_table(Host::Local(Box::new(table)));
    }

    /// Opens a record in the viewer.
    pub(crate) fn open_replay(&mut self, replay: LocalTable) {
        self.screen = Screen::Viewer(Box::new(ViewerScreen::new(replay, self.theme, self.size)));
    }

    fn open_table(&mut self, host: Host) {
        self.screen = Screen::Table(Box::new(TableScreen::new(host, self.theme, self.size)));
    }

    /// Handles an input and returns the commands for the shell.
    pub(crate) fn update(&mut self, input: Input) -> Vec<Command> {
        let commands = self.dispatch(input);
        let mut for_shell = Vec::new();
        for command in commands {
            match command {
                Command::Rematch => for_shell.extend(self.rematch()),
                Command::Leave => for_shell.extend(self.leave()),
                Command::SaveSeats(saved_seats) => {
                    self.forget(&saved_seats.server, &saved_seats.table);
                    self.session.saved_seats.push(saved_seats.clone());
                    for_shell.push(Command::SaveSeats(saved_seats));
                }
                Command::ForgetSeats { server, table } => {
                    self.forget(&server, &table);
                    for_shell.push(Command::ForgetSeats { server, table });
                }
                other => for_shell.push(other),
            }
        }
        for_shell
    }

    fn dispatch(&mut self, input: Input) -> Vec<Command> {
        match input {
            Input::Resize(width, height) => {
                self.resize(Rect::new(0, 0, width, height));
                Vec::new()
            }
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Paste(text) => {
                match &mut self.screen {
                    Screen::Table(table) => table.paste(&text),
                    Screen::Lobby(lobby) => lobby.paste(&text),
                    Screen::Menu(_) | Screen::Viewer(_) => {}
                }
                Vec::new()
            }
            Input::EngineReport(report) => match &mut self.screen {
                Screen::Table(table) => table.on_engine_report(report),
                Screen::Viewer(viewer) => {
                    viewer.on_engine_report(&report);
                    Vec::new()
                }
                Screen::Menu(_) | Screen::Lobby(_) => Vec::new(),
            },
            Input::Net(event) => self.event(event),
            Input::Tick(millis) => self.tick(millis),
            Input::Trouble(words) => {
                self.say(words);
                Vec::new()
            }
        }
    }

    /// Adapts to a new terminal size.
    fn resize(&mut self, size: Rect) {
        self.size = size;
        match &mut self.screen {
            Screen::Table(table) => table.resize(size),
            Screen::Viewer(viewer) => viewer.resize(size),
            Screen::Menu(_) | Screen::Lobby(_) => {}
        }
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Command> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => vec![Command::Quit],
                KeyCode::Char('z') => vec![Command::Suspend],
                // Some terminals send these for Enter and Backspace.
                KeyCode::Char('j' | 'm') => self.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)),
                KeyCode::Char('h') => self.key(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE)),
                _ => Vec::new(),
            };
        }
        match &mut self.screen {
            Screen::Table(table) => table.key(key),
            Screen::Viewer(viewer) => viewer.key(key),
            Screen::Menu(menu) => {
                let chosen = menu.key(key.code);
                self.menu_outcome(chosen)
            }
            Screen::Lobby(lobby) => {
                let wanted = lobby.key(key.code);
                self.lobby_outcome(wanted)
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Command> {
        match &mut self.screen {
            Screen::Table(table) => table.mouse(mouse),
            Screen::Viewer(viewer) => viewer.mouse(mouse),
            Screen::Menu(menu) => {
                let chosen = menu.mouse(mouse);
                self.menu_outcome(chosen)
            }
            Screen::Lobby(lobby) => {
                let wanted = lobby.mouse(mouse);
                self.lobby_outcome(wanted)
            }
        }
    }

    fn lobby_outcome(&mut self, wanted: LobbyOutcome) -> Vec<Command> {
        match wanted {
            LobbyOutcome::Nothing => Vec::new(),
            LobbyOutcome::Refresh => vec![Command::Net(Call::Lobby)],
            LobbyOutcome::New => {
                self.screen = Screen::Menu(self.menu());
                Vec::new()
            }
            LobbyOutcome::Join(table) => vec![self.join(table)],
            LobbyOutcome::Watch(table) => vec![Command::Net(Call::Watch { table })],
            LobbyOutcome::Quit => vec![Command::Quit],
        }
    }

    fn menu_outcome(&mut self, chosen: MenuOutcome) -> Vec<Command> {
        match chosen {
            MenuOutcome::Nothing => Vec::new(),
            MenuOutcome::Quit if self.session.server.is_some() => self.go_to_lobby(),
            MenuOutcome::Quit => vec![Command::Quit],
            MenuOutcome::Start(setup) if self.session.server.is_some() => vec![self.find(setup, true)],
            MenuOutcome::Start(setup) => self.start(&setup),
        }
    }

    fn start(&mut self, setup: &MatchSetup) -> Vec<Command> {
        let player = |seat| match setup.seats.iter().find(|(it, _)| *it == seat) {
            Some((_, SeatSetup::Computer(level))) => Player::Computer(*level),
            _ => Player::Human,
        };
        match LocalTable::new(&setup.game, BySeat::from_fn(player), secret()) {
            Ok(mut table) => {
                table.start_clocks(setup.clock, self.now);
                let record = self.session.record.clone();
                let is_taken = self.session.record_holds_a_match;
                if let Some(record) = record.clone().filter(|_| !is_taken) {
                    table.save_to(record);
                    self.session.record_holds_a_match = true;
                }
                self.open(table);
                if record.is_some() && is_taken {
                    self.say("This match is not saved: the record file already holds another match.".to_owned());
                }
                self.begin()
            }
            Err(error) => {
                self.say(error.to_string());
                Vec::new()
            }
        }
    }

    fn rematch(&mut self) -> Vec<Command> {
        let Screen::Table(table) = &mut self.screen else { return Vec::new() };
        let Host::Local(local) = table.host_mut() else { return Vec::new() };
        match local.again(secret()) {
            Ok(next) => {
                self.open(next);
                self.begin()
            }
            Err(why) => {
                self.say(why);
                Vec::new()
            }
        }
    }

    /// Leaves the table for the lobby or the menu.
    fn leave(&mut self) -> Vec<Command> {
        let mut commands = vec![Command::StopThinking];
        if self.session.server.is_some() {
            commands.push(Command::Net(Call::Close));
            commands.extend(self.go_to_lobby());
        } else {
            self.screen = Screen::Menu(self.menu());
        }
        commands
    }

    fn go_to_lobby(&mut self) -> Vec<Command> {
        self.screen = Screen::Lobby(LobbyScreen::new());
        self.begin()
    }

    fn tick(&mut self, millis: i64) -> Vec<Command> {
        self.now += millis;
        match &mut self.screen {
            Screen::Table(table) => table.tick(millis),
            Screen::Viewer(viewer) => viewer.tick(millis),
            Screen::Lobby(lobby) => {
                let again = lobby.tick(millis);
                again.then_some(Command::Net(Call::Lobby)).into_iter().collect()
            }
            Screen::Menu(_) => Vec::new(),
        }
    }

    fn say(&mut self, words: String) {
        match &mut self.screen {
            Screen::Table(table) => table.say(words),
            Screen::Viewer(viewer) => viewer.say(words),
            Screen::Menu(menu) => menu.say(words),
            Screen::Lobby(lobby) => lobby.say(words),
        }
    }

    /// Draws the screen. The buffer may be larger or smaller than the last reported size.
    pub(crate) fn draw(&mut self, buffer: &mut Buffer) {
        if buffer.area != self.size {
            self.resize(buffer.area);
        }
        let (width, height) = crate::layout::MIN_SIZE;
        if self.size.width < width || self.size.height < height {
            return crate::table::too_small(self.size, buffer);
        }
        match &self.screen {
            Screen::Menu(menu) => menu.draw(self.theme, self.size, buffer),
            Screen::Lobby(lobby) => {
                lobby.draw(self.theme, self.session.server.as_deref().unwrap_or_default(), self.size, buffer);
            }
            Screen::Table(table) => table.draw(buffer),
            Screen::Viewer(viewer) => viewer.draw(buffer),
        }
        if self.theme.ascii {
            to_ascii(buffer);
        }
    }
}

/// Replaces characters that an ASCII terminal cannot show. Game names and chat messages may contain
/// them.
fn to_ascii(buffer: &mut Buffer) {
    for cell in buffer.content.iter_mut().filter(|cell| !cell.symbol().is_ascii()) {
        let plain = match cell.symbol() {
            "×" => "x",
            "…" => ".",
            "–" | "—" => "-",
            "‘" | "’" => "'",
            _ => "?",
        };
        cell.set_symbol(plain);
    }
}

/// A 256-bit secret from the operating system.
pub(crate) fn secret() -> Secret {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("an operating system without randomness has no dice");
    Secret::new(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The terminal may be resized before the client gets the event.
    #[test]
    fn it_draws_into_whatever_screen_there_is() {
        let theme = Theme { ascii: true, color: false };
        let mut app = App::new(theme, Rect::new(0, 0, 80, 24), Session::default(), 0);
        let all = BySeat::from_fn(|_| Player::Human);
        app.open(LocalTable::new("shogi5", all, Secret::new([7; 32])).expect("a game"));
        for (width, height) in [(80, 24), (60, 20), (140, 45), (1, 1), (80, 24)] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            app.draw(&mut buffer);
            assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()), "{width}x{height}");
        }
    }
}
