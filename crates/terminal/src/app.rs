//! The whole client as a pure state: inputs come in, commands go out, and it can be drawn at any time.

use menagerie_game::BySeat;
use menagerie_record::dice::Secret;
use menagerie_wire::http::{CreateTable, Join, SeatPlan};
use menagerie_wire::table::TimeControl;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;

use crate::command::Command;
use crate::engine::Thought;
use crate::lobby::{LobbyScreen, Wanted};
use crate::local::{LocalTable, Player};
use crate::look::Look;
use crate::menu::{Chosen, Menu, Plan};
use crate::net::{Call, News};
use crate::remote::RemoteTable;
use crate::table::{Host, TableScreen};

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
}

/// The client.
pub(crate) struct App {
    look: Look,
    size: Rect,
    screen: Screen,
    /// The server we play on, if we do.
    server: Option<String>,
    /// The name that others see.
    name: String,
    /// Where a match that is started from the menu is saved.
    record: Option<std::path::PathBuf>,
}

impl App {
    /// A client that begins with the menu, or with the lobby of a server.
    pub(crate) fn new(look: Look, size: Rect, server: Option<String>, name: String) -> Self {
        let screen = if server.is_some() { Screen::Lobby(LobbyScreen::new()) } else { Screen::Menu(Menu::new(false)) };
        Self { look, size, screen, server, name, record: None }
    }

    /// Saves a match that is started from the menu.
    pub(crate) fn save_to(&mut self, record: Option<std::path::PathBuf>) {
        self.record = record;
    }

    /// What is to be done first.
    pub(crate) fn begin(&mut self) -> Vec<Command> {
        match &mut self.screen {
            Screen::Lobby(_) => vec![Command::Net(Call::Lobby)],
            Screen::Table(table) => table.begin(),
            Screen::Menu(_) => Vec::new(),
        }
    }

    /// Sits down at a table of this program.
    pub(crate) fn open(&mut self, table: LocalTable) {
        self.screen = Screen::Table(Box::new(TableScreen::new(Host::Local(Box::new(table)), self.look, self.size)));
    }

    /// Lets something happen.
    pub(crate) fn update(&mut self, input: Input) -> Vec<Command> {
        match input {
            Input::Resize(width, height) => {
                self.size = Rect::new(0, 0, width, height);
                if let Screen::Table(table) = &mut self.screen {
                    table.resize(self.size);
                }
                Vec::new()
            }
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => match &mut self.screen {
                Screen::Table(table) => table.mouse(mouse),
                Screen::Menu(menu) => {
                    let chosen = menu.mouse(mouse);
                    self.chosen(chosen)
                }
                Screen::Lobby(_) => Vec::new(),
            },
            Input::Paste(text) => {
                match &mut self.screen {
                    Screen::Table(table) => table.paste(&text),
                    Screen::Lobby(lobby) => lobby.paste(&text),
                    Screen::Menu(_) => {}
                }
                Vec::new()
            }
            Input::Thought(thought) => match &mut self.screen {
                Screen::Table(table) => table.hear(thought),
                Screen::Menu(_) | Screen::Lobby(_) => Vec::new(),
            },
            Input::Net(news) => self.news(news),
            Input::Tick(millis) => {
                self.tick(millis);
                Vec::new()
            }
            Input::Trouble(words) => {
                self.say(words);
                Vec::new()
            }
        }
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Command> {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return vec![Command::Quit];
        }
        match &mut self.screen {
            Screen::Table(table) => table.key(key),
            Screen::Menu(menu) => {
                let chosen = menu.key(key.code);
                self.chosen(chosen)
            }
            Screen::Lobby(lobby) => match lobby.key(key.code) {
                Wanted::Nothing => Vec::new(),
                Wanted::Again => vec![Command::Net(Call::Lobby)],
                Wanted::New => {
                    self.screen = Screen::Menu(Menu::new(true));
                    Vec::new()
                }
                Wanted::Join(table) => vec![self.join(table)],
                Wanted::Quit => vec![Command::Quit],
            },
        }
    }

    /// The command that sits us down at a table of the server.
    pub(crate) fn join(&self, table: String) -> Command {
        let join = Join { name: self.name.clone(), seat: None, nonce: Some(nonce()) };
        Command::Net(Call::Join { table, join })
    }

    fn chosen(&mut self, chosen: Chosen) -> Vec<Command> {
        match chosen {
            Chosen::Nothing => Vec::new(),
            Chosen::Quit => vec![Command::Quit],
            Chosen::Start(game, plans) if self.server.is_some() => {
                let plan = |plan: Plan| match plan {
                    Plan::Here => SeatPlan::Here { name: self.name.clone() },
                    Plan::Computer(level) => SeatPlan::Computer { level },
                    Plan::Open => SeatPlan::Open,
                };
                let seats = plans.into_iter().map(|(_, it)| plan(it)).collect();
                vec![Command::Net(Call::Create(Box::new(CreateTable {
                    game,
                    seats,
                    shuffle: false,
                    public: true,
                    rated: false,
                    clock: TimeControl::None,
                    position: None,
                    nonce: Some(nonce()),
                })))]
            }
            Chosen::Start(game, plans) => {
                let player = |seat| match plans.iter().find(|(it, _)| *it == seat) {
                    Some((_, Plan::Computer(level))) => Player::Computer(*level),
                    _ => Player::Human,
                };
                match LocalTable::new(&game, BySeat::from_fn(player), secret()) {
                    Ok(mut table) => {
                        if let Some(record) = self.record.clone() {
                            table.save_to(record);
                        }
                        self.open(table);
                        self.begin()
                    }
                    Err(error) => {
                        self.say(error.to_string());
                        Vec::new()
                    }
                }
            }
        }
    }

    fn news(&mut self, news: News) -> Vec<Command> {
        match news {
            News::Seated(seated) => match RemoteTable::new(self.server.as_deref().unwrap_or_default(), *seated) {
                Ok(table) => {
                    let host = Host::Remote(Box::new(table));
                    self.screen = Screen::Table(Box::new(TableScreen::new(host, self.look, self.size)));
                    return self.begin();
                }
                Err(why) => self.say(why),
            },
            News::Lobby(lobby) => {
                if let Screen::Lobby(screen) = &mut self.screen {
                    screen.fill(*lobby);
                }
            }
            other => {
                let words = match &mut self.screen {
                    Screen::Table(table) => match table.host_mut() {
                        Host::Remote(remote) => remote.hear(other),
                        Host::Local(_) => None,
                    },
                    Screen::Menu(_) | Screen::Lobby(_) => match other {
                        News::Failed(why) => Some(why),
                        _ => None,
                    },
                };
                if let Screen::Table(table) = &mut self.screen {
                    table.refresh();
                }
                if let Some(words) = words {
                    self.say(words);
                }
            }
        }
        Vec::new()
    }

    fn tick(&mut self, millis: i64) {
        if let Screen::Table(table) = &mut self.screen
            && let Host::Remote(remote) = table.host_mut()
        {
            remote.tick(millis);
            table.refresh();
        }
    }

    fn say(&mut self, words: String) {
        match &mut self.screen {
            Screen::Table(table) => table.say(words),
            Screen::Menu(menu) => menu.say(words),
            Screen::Lobby(lobby) => lobby.say(words),
        }
    }

    /// Draws everything.
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let (width, height) = crate::layout::LEAST;
        if self.size.width < width || self.size.height < height {
            return crate::table::too_small(self.size, buffer);
        }
        match &self.screen {
            Screen::Menu(menu) => menu.draw(self.look, self.size, buffer),
            Screen::Lobby(lobby) => {
                lobby.draw(self.look, self.server.as_deref().unwrap_or_default(), self.size, buffer);
            }
            Screen::Table(table) => table.draw(buffer),
        }
    }
}

/// 256 bits from the operating system.
pub(crate) fn secret() -> Secret {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("an operating system without randomness has no dice");
    Secret::new(bytes)
}

/// What this person adds to a table's dice.
fn nonce() -> String {
    format!("{:016x}", getrandom::u64().unwrap_or_default())
}
