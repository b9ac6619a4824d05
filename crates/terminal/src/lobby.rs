//! The lobby screen: our own tables, waiting tables and running tables. It refreshes itself every 3
//! seconds.

use menagerie_wire::http::Lobby;
use menagerie_wire::table::{Player, Stage, Table, TimeControl};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::computer::computer_short;
use crate::saved_seats::SavedSeats;
use crate::text_wrap::{shorten, wrap};
use crate::theme::Theme;

/// The lobby's screen.
pub(crate) struct LobbyScreen {
    rows: Vec<Row>,
    row: usize,
    /// A link that is being typed.
    link: Option<String>,
    /// A message about the list of tables.
    message: String,
    /// An error message. It stays until a key is pressed; a refresh of the list does not erase it.
    trouble: Option<String>,
    /// Milliseconds since the last refresh.
    asked: i64,
}

/// A table in the list.
struct Row {
    table: String,
    words: String,
}

/// The effect of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LobbyOutcome {
    Nothing,
    /// Refresh the list.
    Refresh,
    /// Create a table.
    New,
    /// Join the table with this id, or watch it if it is full.
    Join(String),
    /// Watch the table with this id.
    Watch(String),
    Quit,
}

/// The refresh interval in milliseconds.
const EVERY: i64 = 3_000;
/// The screen row of the first table.
const TOP: u16 = 2;
/// The maximum length of a typed link.
const LONGEST: usize = 200;

impl LobbyScreen {
    pub(crate) fn new() -> Self {
        Self { rows: Vec::new(), row: 0, link: None, message: "Loading the tables…".into(), trouble: None, asked: 0 }
    }

    /// Shows the tables of the server, our own first.
    pub(crate) fn fill(&mut self, lobby: Lobby, saved_seats: &[&SavedSeats]) {
        let chosen = self.rows.get(self.row).map(|row| row.table.clone());
        let tables: Vec<Table> = lobby.waiting.into_iter().chain(lobby.playing).collect();
        let own = saved_seats.iter().rev().map(|saved_seats| {
            let listed = tables.iter().find(|table| table.id == saved_seats.table);
            let words = listed.map_or_else(|| format!("{:<14} not in the lobby", saved_seats.game), words);
            Row { table: saved_seats.table.clone(), words: format!("your seat: {words}") }
        });
        let others = tables.iter().filter(|table| saved_seats.iter().all(|saved_seats| saved_seats.table != table.id));
        self.rows = own.chain(others.map(|table| Row { table: table.id.clone(), words: words(table) })).collect();
        let place = chosen.and_then(|table| self.rows.iter().position(|row| row.table == table));
        self.row = place.unwrap_or(self.row).min(self.rows.len().saturating_sub(1));
        let none = "No tables yet. Press n to create one.";
        self.message = if self.rows.is_empty() { none.into() } else { String::new() };
    }

    /// Shows an error message.
    pub(crate) fn say(&mut self, trouble: impl Into<String>) {
        self.trouble = Some(trouble.into());
    }

    /// The list is not available now. The next refresh tries again.
    pub(crate) fn has_no_list(&mut self, why: String) {
        self.message = why;
    }

    /// Advances the time. Returns whether a refresh is due.
    pub(crate) fn tick(&mut self, millis: i64) -> bool {
        self.asked += millis;
        let again = self.asked >= EVERY;
        if again {
            self.asked = 0;
        }
        again
    }

    pub(crate) fn key(&mut self, code: KeyCode) -> LobbyOutcome {
        self.trouble = None;
        if self.link.is_some() {
            return self.key_in_link(code);
        }
        let chosen = || self.rows.get(self.row).map(|row| row.table.clone());
        match code {
            KeyCode::Up => self.row = self.row.saturating_sub(1),
            KeyCode::Down => self.row = (self.row + 1).min(self.rows.len().saturating_sub(1)),
            KeyCode::Enter => return chosen().map_or(LobbyOutcome::Nothing, LobbyOutcome::Join),
            KeyCode::Char('w') => return chosen().map_or(LobbyOutcome::Nothing, LobbyOutcome::Watch),
            KeyCode::Char('n') => return LobbyOutcome::New,
            KeyCode::Char('l') => self.link = Some(String::new()),
            KeyCode::Char('r') => return LobbyOutcome::Refresh,
            KeyCode::Char('q') | KeyCode::Esc => return LobbyOutcome::Quit,
            _ => {}
        }
        LobbyOutcome::Nothing
    }

    fn key_in_link(&mut self, code: KeyCode) -> LobbyOutcome {
        let Some(link) = &mut self.link else { return LobbyOutcome::Nothing };
        match code {
            KeyCode::Char(letter) if link.len() < LONGEST => link.push(letter),
            KeyCode::Backspace => {
                link.pop();
            }
            KeyCode::Enter => {
                let typed = self.link.take().unwrap_or_default();
                match table_of(&typed) {
                    Some(id) => return LobbyOutcome::Join(id),
                    None if typed.trim().is_empty() => {}
                    None => self.say(format!("'{}' is not a table link. A link ends in /t/ID.", typed.trim())),
                }
            }
            KeyCode::Esc => self.link = None,
            _ => {}
        }
        LobbyOutcome::Nothing
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> LobbyOutcome {
        let row = usize::from(event.row.saturating_sub(TOP));
        if event.kind != MouseEventKind::Down(MouseButton::Left) || event.row < TOP || row >= self.rows.len() {
            return LobbyOutcome::Nothing;
        }
        let again = self.row == row;
        self.row = row;
        if again { LobbyOutcome::Join(self.rows[row].table.clone()) } else { LobbyOutcome::Nothing }
    }

    pub(crate) fn paste(&mut self, text: &str) {
        let link = self.link.get_or_insert_default();
        let room = LONGEST.saturating_sub(link.len());
        link.extend(text.trim().chars().filter(char::is_ascii_graphic).take(room));
    }

    pub(crate) fn draw(&self, theme: Theme, server: &str, size: Rect, buffer: &mut Buffer) {
        let width = usize::from(size.width).saturating_sub(4);
        buffer.set_style(Rect { height: 1, ..size }, Modifier::REVERSED);
        buffer.set_stringn(size.x, size.y, format!(" Lobby of {server}"), width, Modifier::REVERSED);
        let room = usize::from(size.height).saturating_sub(6);
        for (number, row) in self.rows.iter().take(room).enumerate() {
            let chosen = number == self.row;
            let style = if chosen { theme.emphasis() } else { Style::new() };
            let arrow = if chosen { theme.glyph("▶", ">") } else { " " };
            let y = size.y + TOP + number as u16;
            let words = shorten(&row.words, width.saturating_sub(2));
            buffer.set_stringn(size.x + 2, y, format!("{arrow} {words}"), width, style);
        }
        let message = wrap(self.trouble.as_ref().unwrap_or(&self.message), width, "");
        for (row, text) in (0..2).zip(&message) {
            buffer.set_stringn(size.x + 2, size.bottom() - 4 + row, text, width, theme.emphasis());
        }
        let foot = match &self.link {
            Some(link) => format!(" link: {link}_"),
            None => " Enter join or watch  w watch  n new table  l open a link  r refresh  q quit".to_owned(),
        };
        buffer.set_stringn(size.x, size.bottom() - 1, foot, usize::from(size.width), theme.dim());
    }
}

/// The table id in a link; a bare id counts too.
pub(crate) fn table_of(link: &str) -> Option<String> {
    let link = link.trim().split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let id = match link.rsplit_once('/') {
        Some((before, id)) if before == "t" || before.ends_with("/t") => id,
        Some(_) => return None,
        None => link,
    };
    let fits = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    fits.then(|| id.to_owned())
}

fn words(table: &Table) -> String {
    let who = |player: &Player| match player {
        Player::Open => "open".to_owned(),
        Player::Person { name, .. } => name.clone(),
        Player::Computer { level } => computer_short(*level),
    };
    let seats: Vec<String> = table.seats.iter().map(|seat| format!("{} {}", seat.seat, who(&seat.player))).collect();
    let stage = if table.stage == Stage::Waiting { "waits" } else { "plays" };
    let clock = if table.clock == TimeControl::None { String::new() } else { table.clock.to_string() };
    let rated = if table.rated { "rated " } else { "" };
    format!("{:<14} {stage}  {clock:<7} {rated}{}", table.game, seats.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_its_table() {
        for link in ["http://box:7777/t/abc123", " abc123 ", "http://box/t/abc123/", "https://box/t/abc123?x=1#y"] {
            assert_eq!(table_of(link).as_deref(), Some("abc123"), "{link}");
        }
        for wrong in ["", "http://box", "http://box/rules/jungle", "http://box/t/", "abc 123", "http://box/t/a%20b"] {
            assert_eq!(table_of(wrong), None, "{wrong}");
        }
    }

    /// A refresh every 3 seconds does not erase the error message.
    #[test]
    fn what_went_wrong_is_said_until_a_key_is_pressed() {
        let mut lobby = LobbyScreen::new();
        lobby.key(KeyCode::Char('l'));
        lobby.paste("http://box/nonsense");
        assert_eq!(lobby.key(KeyCode::Enter), LobbyOutcome::Nothing);
        lobby.fill(Lobby { waiting: Vec::new(), playing: Vec::new(), more: false }, &[]);
        let shown = |lobby: &LobbyScreen| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
            lobby.draw(Theme { ascii: true, color: false }, "http://box", buffer.area, &mut buffer);
            buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        assert!(shown(&lobby).contains("'http://box/nonsense' is not a table link"));
        lobby.key(KeyCode::Down);
        assert!(shown(&lobby).contains("Press n to create one"));
    }

    #[test]
    fn the_lobby_refreshes_itself() {
        let mut lobby = LobbyScreen::new();
        assert!(!lobby.tick(EVERY - 1));
        assert!(lobby.tick(1));
        assert!(!lobby.tick(1));
    }

    #[test]
    fn our_own_tables_stand_first() {
        let saved_seats =
            SavedSeats { server: "http://box".into(), table: "mine".into(), game: "jungle".into(), tokens: Vec::new() };
        let mut lobby = LobbyScreen::new();
        lobby.fill(Lobby { waiting: Vec::new(), playing: Vec::new(), more: false }, &[&saved_seats]);
        assert_eq!(lobby.key(KeyCode::Enter), LobbyOutcome::Join("mine".into()));
        assert!(lobby.rows[0].words.starts_with("your seat: jungle"));
        lobby.fill(Lobby { waiting: Vec::new(), playing: Vec::new(), more: false }, &[]);
        assert_eq!(lobby.key(KeyCode::Enter), LobbyOutcome::Nothing);
        assert!(lobby.message.contains("Press n to create one"));
    }
}
