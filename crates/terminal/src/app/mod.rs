//! The whole client as a pure state: inputs come in, commands go out, and it can be drawn at any time.

mod network;

use std::path::PathBuf;

use menagerie_game::BySeat;
use menagerie_match::{Millis, TimeControl};
use menagerie_record::dice::Secret;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;

use crate::command::Command;
use crate::engine::Thought;
use crate::kept::Kept;
use crate::lobby::{LobbyScreen, Wanted};
use crate::local::{LocalTable, Player};
use crate::look::Look;
use crate::menu::{Chosen, Menu, Network, Plan, Plans};
use crate::net::{Call, News};
use crate::table::{Host, TableScreen, ViewerScreen};

/// Something that happens to the client.
#[derive(Debug)]
pub(crate) enum Input {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Resize(u16, u16),
    Thought(Thought),
    Net(News),
    /// So many milliseconds went by.
    Tick(i64),
    /// Something could not be done, in words.
    Trouble(String),
}

/// What is on the screen.
enum Screen {
    Menu(Menu),
    Lobby(LobbyScreen),
    Table(Box<TableScreen>),
    Viewer(Box<ViewerScreen>),
}

/// What the person brings along.
#[derive(Debug, Default)]
pub(crate) struct Guest {
    /// The server to play on, if there is one.
    pub(crate) server: Option<String>,
    /// Whether an account there is known.
    pub(crate) has_account: bool,
    /// The name that others see.
    pub(crate) name: String,
    /// Seats at tables of servers that can be taken again.
    pub(crate) kept: Vec<Kept>,
    /// The clock that the menu begins with.
    pub(crate) clock: TimeControl,
    /// Where a match that is started from the menu is saved.
    pub(crate) record: Option<PathBuf>,
    /// Whether that file holds a match already: another one must not be written over it.
    pub(crate) record_holds_a_match: bool,
}

/// The client.
pub(crate) struct App {
    look: Look,
    size: Rect,
    screen: Screen,
    guest: Guest,
    now: Millis,
    /// How many lines to tables there were.
    lines: u64,
}

impl App {
    /// A client that begins with the menu, or with the lobby of a server.
    pub(crate) fn new(look: Look, size: Rect, guest: Guest, now: Millis) -> Self {
        let mut app = Self { look, size, screen: Screen::Lobby(LobbyScreen::new()), guest, now, lines: 0 };
        if app.guest.server.is_none() {
            app.screen = Screen::Menu(app.menu());
        }
        app
    }

    fn menu(&self) -> Menu {
        let network = match (&self.guest.server, self.guest.has_account) {
            (None, _) => Network::None,
            (Some(_), false) => Network::Guest,
            (Some(_), true) => Network::Account,
        };
        Menu::new(network, self.guest.clock)
    }

    /// What is to be done first.
    pub(crate) fn begin(&mut self) -> Vec<Command> {
        match &mut self.screen {
            Screen::Lobby(_) => vec![Command::Net(Call::Lobby)],
            Screen::Table(table) => table.begin(),
            Screen::Menu(_) | Screen::Viewer(_) => Vec::new(),
        }
    }

    /// Sits down at a table of this program.
    pub(crate) fn open(&mut self, table: LocalTable) {
        self.sit(Host::Local(Box::new(table)));
    }

    /// Looks at a record.
    pub(crate) fn view(&mut self, replay: LocalTable) {
        self.screen = Screen::Viewer(Box::new(ViewerScreen::new(replay, self.look, self.size)));
    }

    fn sit(&mut self, host: Host) {
        self.screen = Screen::Table(Box::new(TableScreen::new(host, self.look, self.size)));
    }

    /// Lets something happen.
    pub(crate) fn update(&mut self, input: Input) -> Vec<Command> {
        let commands = self.take_in(input);
        let mut for_others = Vec::new();
        for command in commands {
            match command {
                Command::Again => for_others.extend(self.play_again()),
                Command::Leave => for_others.extend(self.leave()),
                Command::Keep(kept) => {
                    self.forget(&kept.server, &kept.table);
                    self.guest.kept.push(kept.clone());
                    for_others.push(Command::Keep(kept));
                }
                Command::Forget { server, table } => {
                    self.forget(&server, &table);
                    for_others.push(Command::Forget { server, table });
                }
                other => for_others.push(other),
            }
        }
        for_others
    }

    fn take_in(&mut self, input: Input) -> Vec<Command> {
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
            Input::Thought(thought) => match &mut self.screen {
                Screen::Table(table) => table.hear(thought),
                Screen::Viewer(viewer) => {
                    viewer.hear(&thought);
                    Vec::new()
                }
                Screen::Menu(_) | Screen::Lobby(_) => Vec::new(),
            },
            Input::Net(news) => self.news(news),
            Input::Tick(millis) => self.tick(millis),
            Input::Trouble(words) => {
                self.say(words);
                Vec::new()
            }
        }
    }

    /// Fits the client into a screen of this size.
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
                self.chosen(chosen)
            }
            Screen::Lobby(lobby) => {
                let wanted = lobby.key(key.code);
                self.wanted(wanted)
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Command> {
        match &mut self.screen {
            Screen::Table(table) => table.mouse(mouse),
            Screen::Viewer(viewer) => viewer.mouse(mouse),
            Screen::Menu(menu) => {
                let chosen = menu.mouse(mouse);
                self.chosen(chosen)
            }
            Screen::Lobby(lobby) => {
                let wanted = lobby.mouse(mouse);
                self.wanted(wanted)
            }
        }
    }

    fn wanted(&mut self, wanted: Wanted) -> Vec<Command> {
        match wanted {
            Wanted::Nothing => Vec::new(),
            Wanted::Again => vec![Command::Net(Call::Lobby)],
            Wanted::New => {
                self.screen = Screen::Menu(self.menu());
                Vec::new()
            }
            Wanted::Join(table) => vec![self.join(table)],
            Wanted::Watch(table) => vec![Command::Net(Call::Watch { table })],
            Wanted::Quit => vec![Command::Quit],
        }
    }

    fn chosen(&mut self, chosen: Chosen) -> Vec<Command> {
        match chosen {
            Chosen::Nothing => Vec::new(),
            Chosen::Quit if self.guest.server.is_some() => self.go_to_lobby(),
            Chosen::Quit => vec![Command::Quit],
            Chosen::Start(plans) if self.guest.server.is_some() => vec![self.find(plans, true)],
            Chosen::Start(plans) => self.start(&plans),
        }
    }

    fn start(&mut self, plans: &Plans) -> Vec<Command> {
        let player = |seat| match plans.seats.iter().find(|(it, _)| *it == seat) {
            Some((_, Plan::Computer(level))) => Player::Computer(*level),
            _ => Player::Human,
        };
        match LocalTable::new(&plans.game, BySeat::from_fn(player), secret()) {
            Ok(mut table) => {
                table.start_clocks(plans.clock, self.now);
                let record = self.guest.record.clone();
                let is_taken = self.guest.record_holds_a_match;
                if let Some(record) = record.clone().filter(|_| !is_taken) {
                    table.save_to(record);
                    self.guest.record_holds_a_match = true;
                }
                self.open(table);
                if record.is_some() && is_taken {
                    self.say("this match is not saved: the record holds the one before".to_owned());
                }
                self.begin()
            }
            Err(error) => {
                self.say(error.to_string());
                Vec::new()
            }
        }
    }

    fn play_again(&mut self) -> Vec<Command> {
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

    /// Leaves the table: to the lobby, or to the menu.
    fn leave(&mut self) -> Vec<Command> {
        let mut commands = vec![Command::StopThinking];
        if self.guest.server.is_some() {
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

    /// Draws everything. The screen may have another size than the last one that was told.
    pub(crate) fn draw(&mut self, buffer: &mut Buffer) {
        if buffer.area != self.size {
            self.resize(buffer.area);
        }
        let (width, height) = crate::layout::LEAST;
        if self.size.width < width || self.size.height < height {
            return crate::table::too_small(self.size, buffer);
        }
        match &self.screen {
            Screen::Menu(menu) => menu.draw(self.look, self.size, buffer),
            Screen::Lobby(lobby) => {
                lobby.draw(self.look, self.guest.server.as_deref().unwrap_or_default(), self.size, buffer);
            }
            Screen::Table(table) => table.draw(buffer),
            Screen::Viewer(viewer) => viewer.draw(buffer),
        }
        if self.look.ascii {
            spell_plainly(buffer);
        }
    }
}

/// Names of games and words of others may hold letters that a plain terminal has not.
fn spell_plainly(buffer: &mut Buffer) {
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

/// 256 bits from the operating system.
pub(crate) fn secret() -> Secret {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("an operating system without randomness has no dice");
    Secret::new(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal is resized before anybody tells us.
    #[test]
    fn it_draws_into_whatever_screen_there_is() {
        let look = Look { ascii: true, color: false };
        let mut app = App::new(look, Rect::new(0, 0, 80, 24), Guest::default(), 0);
        let all = BySeat::from_fn(|_| Player::Human);
        app.open(LocalTable::new("shogi5", all, Secret::new([7; 32])).expect("a game"));
        for (width, height) in [(80, 24), (60, 20), (140, 45), (1, 1), (80, 24)] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            app.draw(&mut buffer);
            assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()), "{width}x{height}");
        }
    }
}
