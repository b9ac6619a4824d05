//! The lobby of a server: our own tables, who waits, who plays. It looks again by itself.

use menagerie_wire::http::Lobby;
use menagerie_wire::table::{Player, Stage, Table, TimeControl};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::kept::Kept;
use crate::look::Look;
use crate::words::{shorten, wrap};

/// The lobby's screen.
pub(crate) struct LobbyScreen {
    rows: Vec<Row>,
    row: usize,
    /// A link being typed.
    link: Option<String>,
    /// What is known of the server's tables, in words.
    message: String,
    /// What went wrong, until a key is pressed: the list may come again at any moment, and must not wipe it away.
    trouble: Option<String>,
    /// Milliseconds since the server was asked.
    asked: i64,
}

/// A table in the list.
struct Row {
    table: String,
    words: String,
}

/// What the lobby leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Nothing,
    /// Ask for the list again.
    Again,
    /// A new table.
    New,
    /// A seat at the table with this id, or a look at it.
    Join(String),
    /// A look at the table with this id.
    Watch(String),
    Quit,
}

/// How often the lobby looks again, in milliseconds.
const EVERY: i64 = 3_000;
/// The first line of tables on the screen.
const TOP: u16 = 2;
/// No link is longer.
const LONGEST: usize = 200;

impl LobbyScreen {
    pub(crate) fn new() -> Self {
        Self { rows: Vec::new(), row: 0, link: None, message: "asking the server…".into(), trouble: None, asked: 0 }
    }

    /// Shows what the server knows, our own tables first.
    pub(crate) fn fill(&mut self, lobby: Lobby, kept: &[&Kept]) {
        let chosen = self.rows.get(self.row).map(|row| row.table.clone());
        let tables: Vec<Table> = lobby.waiting.into_iter().chain(lobby.playing).collect();
        let own = kept.iter().rev().map(|kept| {
            let listed = tables.iter().find(|table| table.id == kept.table);
            let words = listed.map_or_else(|| format!("{:<14} not in the lobby", kept.game), words);
            Row { table: kept.table.clone(), words: format!("your seat: {words}") }
        });
        let others = tables.iter().filter(|table| kept.iter().all(|kept| kept.table != table.id));
        self.rows = own.chain(others.map(|table| Row { table: table.id.clone(), words: words(table) })).collect();
        let place = chosen.and_then(|table| self.rows.iter().position(|row| row.table == table));
        self.row = place.unwrap_or(self.row).min(self.rows.len().saturating_sub(1));
        let none = "Nobody waits and nobody plays. n makes a table.";
        self.message = if self.rows.is_empty() { none.into() } else { String::new() };
    }

    /// Says what went wrong.
    pub(crate) fn say(&mut self, trouble: impl Into<String>) {
        self.trouble = Some(trouble.into());
    }

    /// The list of tables cannot be had now; it is asked for again.
    pub(crate) fn has_no_list(&mut self, why: String) {
        self.message = why;
    }

    /// Time goes by; says whether the server is to be asked again.
    pub(crate) fn tick(&mut self, millis: i64) -> bool {
        self.asked += millis;
        let again = self.asked >= EVERY;
        if again {
            self.asked = 0;
        }
        again
    }

    pub(crate) fn key(&mut self, code: KeyCode) -> Wanted {
        self.trouble = None;
        if self.link.is_some() {
            return self.key_in_link(code);
        }
        let chosen = || self.rows.get(self.row).map(|row| row.table.clone());
        match code {
            KeyCode::Up => self.row = self.row.saturating_sub(1),
            KeyCode::Down => self.row = (self.row + 1).min(self.rows.len().saturating_sub(1)),
            KeyCode::Enter => return chosen().map_or(Wanted::Nothing, Wanted::Join),
            KeyCode::Char('w') => return chosen().map_or(Wanted::Nothing, Wanted::Watch),
            KeyCode::Char('n') => return Wanted::New,
            KeyCode::Char('l') => self.link = Some(String::new()),
            KeyCode::Char('r') => return Wanted::Again,
            KeyCode::Char('q') | KeyCode::Esc => return Wanted::Quit,
            _ => {}
        }
        Wanted::Nothing
    }

    fn key_in_link(&mut self, code: KeyCode) -> Wanted {
        let Some(link) = &mut self.link else { return Wanted::Nothing };
        match code {
            KeyCode::Char(letter) if link.len() < LONGEST => link.push(letter),
            KeyCode::Backspace => {
                link.pop();
            }
            KeyCode::Enter => {
                let typed = self.link.take().unwrap_or_default();
                match table_of(&typed) {
                    Some(id) => return Wanted::Join(id),
                    None if typed.trim().is_empty() => {}
                    None => self.say(format!("'{}' is no link of a table. A link ends in /t/ID.", typed.trim())),
                }
            }
            KeyCode::Esc => self.link = None,
            _ => {}
        }
        Wanted::Nothing
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> Wanted {
        let row = usize::from(event.row.saturating_sub(TOP));
        if event.kind != MouseEventKind::Down(MouseButton::Left) || event.row < TOP || row >= self.rows.len() {
            return Wanted::Nothing;
        }
        let again = self.row == row;
        self.row = row;
        if again { Wanted::Join(self.rows[row].table.clone()) } else { Wanted::Nothing }
    }

    pub(crate) fn paste(&mut self, text: &str) {
        let link = self.link.get_or_insert_default();
        let room = LONGEST.saturating_sub(link.len());
        link.extend(text.trim().chars().filter(char::is_ascii_graphic).take(room));
    }

    pub(crate) fn draw(&self, look: Look, server: &str, size: Rect, buffer: &mut Buffer) {
        let width = usize::from(size.width).saturating_sub(4);
        buffer.set_style(Rect { height: 1, ..size }, Modifier::REVERSED);
        buffer.set_stringn(size.x, size.y, format!(" Lobby of {server}"), width, Modifier::REVERSED);
        let room = usize::from(size.height).saturating_sub(6);
        for (number, row) in self.rows.iter().take(room).enumerate() {
            let chosen = number == self.row;
            let style = if chosen { look.loud() } else { Style::new() };
            let arrow = if chosen { look.sign("▶", ">") } else { " " };
            let y = size.y + TOP + number as u16;
            let words = shorten(&row.words, width.saturating_sub(2));
            buffer.set_stringn(size.x + 2, y, format!("{arrow} {words}"), width, style);
        }
        let message = wrap(self.trouble.as_ref().unwrap_or(&self.message), width, "");
        for (row, text) in (0..2).zip(&message) {
            buffer.set_stringn(size.x + 2, size.bottom() - 4 + row, text, width, look.loud());
        }
        let foot = match &self.link {
            Some(link) => format!(" link: {link}_"),
            None => " Enter joins or looks on, w looks on, n makes a table, l by a link, q leaves".to_owned(),
        };
        buffer.set_stringn(size.x, size.bottom() - 1, foot, usize::from(size.width), look.quiet());
    }
}

/// The table that a link, or an id alone, names; none if it is neither.
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
        Player::Computer { level } => format!("computer {level}"),
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

    /// The list comes again every three seconds: what went wrong is not wiped away by it.
    #[test]
    fn what_went_wrong_is_said_until_a_key_is_pressed() {
        let mut lobby = LobbyScreen::new();
        lobby.key(KeyCode::Char('l'));
        lobby.paste("http://box/nonsense");
        assert_eq!(lobby.key(KeyCode::Enter), Wanted::Nothing);
        lobby.fill(Lobby { waiting: Vec::new(), playing: Vec::new(), more: false }, &[]);
        let shown = |lobby: &LobbyScreen| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
            lobby.draw(Look { ascii: true, color: false }, "http://box", buffer.area, &mut buffer);
            buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        assert!(shown(&lobby).contains("'http://box/nonsense' is no link of a table"));
        lobby.key(KeyCode::Down);
        assert!(shown(&lobby).contains("n makes a table"));
    }

    #[test]
    fn the_lobby_looks_again_by_itself() {
        let mut lobby = LobbyScreen::new();
        assert!(!lobby.tick(EVERY - 1));
        assert!(lobby.tick(1));
        assert!(!lobby.tick(1));
    }

    #[test]
    fn our_own_tables_stand_first() {
        let kept =
            Kept { server: "http://box".into(), table: "mine".into(), game: "jungle".into(), tokens: Vec::new() };
        let mut lobby = LobbyScreen::new();
        lobby.fill(Lobby { waiting: Vec::new(), playing: Vec::new(), more: false }, &[&kept]);
        assert_eq!(lobby.key(KeyCode::Enter), Wanted::Join("mine".into()));
        assert!(lobby.rows[0].words.starts_with("your seat: jungle"));
        lobby.fill(Lobby { waiting: Vec::new(), playing: Vec::new(), more: false }, &[]);
        assert_eq!(lobby.key(KeyCode::Enter), Wanted::Nothing);
        assert!(lobby.message.contains("n makes a table"));
    }
}
