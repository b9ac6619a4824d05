//! The lobby of a server: who waits, who plays.

use menagerie_wire::http::Lobby;
use menagerie_wire::table::{Player, Stage, Table};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::look::Look;

/// The lobby's screen.
pub(crate) struct LobbyScreen {
    tables: Vec<Table>,
    row: usize,
    /// A link being typed.
    link: Option<String>,
    message: String,
}

/// What the lobby leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Nothing,
    /// Ask for the list again.
    Again,
    /// A new table.
    New,
    /// The table with this id.
    Join(String),
    Quit,
}

impl LobbyScreen {
    pub(crate) fn new() -> Self {
        Self { tables: Vec::new(), row: 0, link: None, message: "asking the server…".into() }
    }

    pub(crate) fn fill(&mut self, lobby: Lobby) {
        self.tables = lobby.waiting.into_iter().chain(lobby.playing).collect();
        self.row = self.row.min(self.tables.len().saturating_sub(1));
        let none = "Nobody waits and nobody plays. n makes a table.";
        self.message = if self.tables.is_empty() { none.into() } else { String::new() };
    }

    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    pub(crate) fn key(&mut self, code: KeyCode) -> Wanted {
        if let Some(link) = &mut self.link {
            match code {
                KeyCode::Char(letter) => link.push(letter),
                KeyCode::Backspace => {
                    link.pop();
                }
                KeyCode::Enter => {
                    let id = table_of(link);
                    self.link = None;
                    return if id.is_empty() { Wanted::Nothing } else { Wanted::Join(id) };
                }
                KeyCode::Esc => self.link = None,
                _ => {}
            }
            return Wanted::Nothing;
        }
        match code {
            KeyCode::Up => self.row = self.row.saturating_sub(1),
            KeyCode::Down => self.row = (self.row + 1).min(self.tables.len().saturating_sub(1)),
            KeyCode::Enter => {
                return self.tables.get(self.row).map_or(Wanted::Nothing, |table| Wanted::Join(table.id.clone()));
            }
            KeyCode::Char('n') => return Wanted::New,
            KeyCode::Char('l') => self.link = Some(String::new()),
            KeyCode::Char('r') => return Wanted::Again,
            KeyCode::Char('q') | KeyCode::Esc => return Wanted::Quit,
            _ => {}
        }
        Wanted::Nothing
    }

    pub(crate) fn paste(&mut self, text: &str) {
        self.link.get_or_insert_default().push_str(text.trim());
    }

    pub(crate) fn draw(&self, look: Look, server: &str, size: Rect, buffer: &mut Buffer) {
        let width = usize::from(size.width).saturating_sub(4);
        buffer.set_style(Rect { height: 1, ..size }, Modifier::REVERSED);
        buffer.set_stringn(size.x, size.y, format!(" Lobby of {server}"), width, Modifier::REVERSED);
        let room = usize::from(size.height).saturating_sub(6);
        for (number, table) in self.tables.iter().take(room).enumerate() {
            let chosen = number == self.row;
            let style = if chosen { look.loud() } else { Style::new() };
            let arrow = if chosen { look.sign("▶", ">") } else { " " };
            buffer.set_stringn(
                size.x + 2,
                size.y + 2 + number as u16,
                format!("{arrow} {}", words(table)),
                width,
                style,
            );
        }
        buffer.set_stringn(size.x + 2, size.bottom() - 3, &self.message, width, look.loud());
        let foot = match &self.link {
            Some(link) => format!(" link: {link}_"),
            None => " Enter joins or looks on, n new table, l join by a link, r look again, q leaves".to_owned(),
        };
        buffer.set_stringn(size.x, size.bottom() - 1, foot, usize::from(size.width), look.quiet());
    }
}

/// The table that a link, or an id alone, names.
pub(crate) fn table_of(link: &str) -> String {
    let id = link.trim().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    id.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn words(table: &Table) -> String {
    let who = |player: &Player| match player {
        Player::Open => "open".to_owned(),
        Player::Person { name, .. } => name.clone(),
        Player::Computer { level } => format!("computer {level}"),
    };
    let seats: Vec<String> = table.seats.iter().map(|seat| format!("{} {}", seat.seat, who(&seat.player))).collect();
    let stage = if table.stage == Stage::Waiting { "waits" } else { "plays" };
    format!("{:<14} {stage}  {}", table.game, seats.join(", "))
}

#[cfg(test)]
mod tests {
    use super::table_of;

    #[test]
    fn a_link_names_its_table() {
        for link in ["http://box:7777/t/abc123", " abc123 ", "http://box/t/abc123/"] {
            assert_eq!(table_of(link), "abc123");
        }
    }
}
