//! Keyboard and mouse input at a table.

use menagerie_game::text::typed_action;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::help::Keys;
use super::text_input::{InputKind, TextInput};
use super::{Confirmation, TableScreen};
use crate::command::Command;
use crate::intent::Intent;

/// The number of lines of `PgUp` and `PgDn`.
pub(super) const PAGE: usize = 10;

impl TableScreen {
    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Command> {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return vec![Command::Quit];
        }
        if self.help.is_some() {
            self.key_in_help(key.code, super::help::KEYS);
            return Vec::new();
        }
        if self.text_input.is_some() {
            return self.key_in_line(key.code);
        }
        if let Some(confirmation) = self.confirmation.take() {
            return self.answer(confirmation, key.code);
        }
        if self.view.offer.is_some() && matches!(key.code, KeyCode::Char('y' | 'n')) {
            return self.handle(if key.code == KeyCode::Char('y') { Intent::Accept } else { Intent::Decline });
        }
        if self.view.cover.is_some() {
            return self.key_on_cover(key.code);
        }
        self.key_at_table(key.code)
    }

    /// Text pasted from the clipboard.
    pub(crate) fn paste(&mut self, text: &str) {
        if self.view.cover.is_none() {
            self.text_input.get_or_insert_default().insert(text);
        }
    }

    fn key_at_table(&mut self, code: KeyCode) -> Vec<Command> {
        match code {
            KeyCode::Up => self.go((0, -1)),
            KeyCode::Down => self.go((0, 1)),
            KeyCode::Left => self.go((-1, 0)),
            KeyCode::Right => self.go((1, 0)),
            KeyCode::Tab => self.next_choice(1),
            KeyCode::BackTab => self.next_choice(-1),
            KeyCode::PageUp => self.scroll_by(PAGE.cast_signed()),
            KeyCode::PageDown => self.scroll_by(-PAGE.cast_signed()),
            KeyCode::Esc | KeyCode::Backspace => {
                self.picker.back();
                self.message.clear();
            }
            KeyCode::Enter => return self.cursor.map(|place| self.touch(place)).unwrap_or_default(),
            KeyCode::Char(letter) => return self.letter(letter),
            _ => {}
        }
        Vec::new()
    }

    fn letter(&mut self, letter: char) -> Vec<Command> {
        match letter {
            ' ' => return self.cursor.map(|place| self.touch(place)).unwrap_or_default(),
            '1'..='9' => return self.press_number(letter as usize - '1' as usize),
            ':' | '/' | 't' => self.text_input = Some(TextInput::default()),
            'c' => self.text_input = Some(TextInput::new(InputKind::Talk, "")),
            'w' => self.text_input = Some(TextInput::new(InputKind::Talk, "@")),
            'a' if self.view.alliances.is_empty() => self.say("there are no alliances at this table"),
            'a' => self.text_input = Some(TextInput::new(InputKind::Alliance, "")),
            'b' => return self.handle(Intent::OfferTakeback),
            'g' => return self.handle(Intent::ClaimAbandoned),
            'm' if self.view.ended.is_some() => return self.handle(Intent::Rematch),
            'y' | 'n' if self.view.ended.is_some() => {
                self.say("There is no offer to answer. Press m for another game.");
            }
            'u' => return self.handle(Intent::Undo),
            'h' => {
                let commands = self.handle(Intent::Hint);
                if !commands.is_empty() {
                    self.say("Searching for a hint…");
                }
                return commands;
            }
            'e' => return self.toggle_analysis(),
            'f' => self.flip(),
            'p' => self.next_plane(),
            'd' if self.view.ended.is_none() => self.confirmation = Some(Confirmation::Draw),
            'r' if self.view.ended.is_none() => self.confirmation = Some(Confirmation::Resign),
            '[' => return self.handle(Intent::Step(-1)),
            ']' => return self.handle(Intent::Step(1)),
            '{' => return self.handle(Intent::Step(i32::MIN)),
            '}' => return self.handle(Intent::Step(i32::MAX)),
            '?' => self.help = Some(0),
            'l' if self.may_go() => return vec![Command::Leave],
            'l' => self.confirmation = Some(Confirmation::Leave),
            'q' if self.may_go() => return vec![Command::Quit],
            'q' => self.confirmation = Some(Confirmation::Quit),
            _ => {}
        }
        Vec::new()
    }

    /// Whether leaving needs no confirmation.
    fn may_go(&self) -> bool {
        self.view.ended.is_some() || self.view.viewer.is_none()
    }

    fn key_on_cover(&mut self, code: KeyCode) -> Vec<Command> {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => self.handle(Intent::LiftCover),
            KeyCode::Char('q') => {
                self.confirmation = Some(Confirmation::Quit);
                Vec::new()
            }
            KeyCode::Char('?') => {
                self.help = Some(0);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn answer(&mut self, confirmation: Confirmation, code: KeyCode) -> Vec<Command> {
        match (confirmation, code) {
            (Confirmation::Quit, KeyCode::Char('y' | 'q')) => vec![Command::Quit],
            (Confirmation::Leave, KeyCode::Char('y' | 'l')) => vec![Command::Leave],
            (Confirmation::Resign, KeyCode::Char('y')) => self.handle(Intent::Resign),
            (Confirmation::Draw, KeyCode::Char('y')) => self.handle(Intent::OfferDraw),
            _ => Vec::new(),
        }
    }

    pub(super) fn key_in_help(&mut self, code: KeyCode, keys: Keys) {
        let Some(at) = self.help else { return };
        let last = self.help_lines(keys).len().saturating_sub(usize::from(self.size.height).saturating_sub(2));
        self.help = match code {
            KeyCode::Up => Some(at.saturating_sub(1)),
            KeyCode::Down => Some((at + 1).min(last)),
            KeyCode::PageUp => Some(at.saturating_sub(PAGE * 2)),
            KeyCode::PageDown | KeyCode::Char(' ') => Some((at + PAGE * 2).min(last)),
            KeyCode::Home => Some(0),
            KeyCode::End => Some(last),
            _ => None,
        };
    }

    fn key_in_line(&mut self, code: KeyCode) -> Vec<Command> {
        let Some(text_input) = &mut self.text_input else { return Vec::new() };
        match code {
            KeyCode::Esc => self.text_input = None,
            KeyCode::Backspace if text_input.text.pop().is_none() => self.text_input = None,
            KeyCode::Char(letter) => text_input.insert(letter.encode_utf8(&mut [0; 4])),
            KeyCode::Tab => text_input.complete(&self.view),
            KeyCode::Enter => return self.enter_line(),
            _ => {}
        }
        Vec::new()
    }

    fn enter_line(&mut self) -> Vec<Command> {
        let Some(TextInput { text, kind }) = self.text_input.take() else { return Vec::new() };
        let text = text.trim().to_owned();
        if text.is_empty() {
            return Vec::new();
        }
        match kind {
            InputKind::Action => {
                let actions = self.view.scene.choices.iter().map(|choice| choice.action.as_str());
                let action = typed_action(&text, actions).unwrap_or(&text).to_owned();
                self.handle(Intent::Act(action))
            }
            InputKind::Alliance => self.handle(Intent::Alliance(text)),
            InputKind::Talk => match text.strip_prefix('@').map(|rest| rest.split_once(' ')) {
                None => self.handle(Intent::Chat { to: None, text }),
                Some(Some((to, text))) => self.handle(Intent::Chat { to: Some(to.to_owned()), text: text.to_owned() }),
                Some(None) => {
                    self.say("to write to one seat, type @SEAT and the message");
                    Vec::new()
                }
            },
        }
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> Vec<Command> {
        let down = matches!(event.kind, MouseEventKind::ScrollDown);
        match event.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown if self.help.is_some() => {
                self.key_in_help(if down { KeyCode::Down } else { KeyCode::Up }, super::help::KEYS);
            }
            MouseEventKind::ScrollUp => self.scroll_by(1),
            MouseEventKind::ScrollDown => self.scroll_by(-1),
            MouseEventKind::Down(MouseButton::Right) => {
                self.picker.back();
            }
            MouseEventKind::Down(MouseButton::Left) if self.help.is_some() => self.help = None,
            MouseEventKind::Down(MouseButton::Left) if self.view.cover.is_none() => {
                return self.click(Position::new(event.column, event.row));
            }
            _ => {}
        }
        Vec::new()
    }

    fn click(&mut self, point: Position) -> Vec<Command> {
        let Some(layout) = self.layout() else { return Vec::new() };
        if let Some(button) = layout.button_at(point) {
            return self.press(button);
        }
        layout.at(point).map(|place| self.touch(place)).unwrap_or_default()
    }

    fn go(&mut self, direction: (i32, i32)) {
        if let (Some(layout), Some(cursor)) = (self.layout(), self.cursor) {
            self.cursor = layout.towards(cursor, direction).or(self.cursor);
        }
    }

    /// Moves the cursor to the next or previous place that can be selected.
    fn next_choice(&mut self, by: isize) {
        self.cursor_among(self.picker.places(&self.view.scene), by);
    }

    /// Moves the cursor to the next or previous of these places, in reading order.
    fn cursor_among(&mut self, mut places: Vec<menagerie_game::Place>, by: isize) {
        let Some(layout) = self.layout() else { return };
        places.retain(|&place| layout.area_of(place).is_some());
        places.sort_by_key(|&place| layout.area_of(place).map(|area| (area.y, area.x)));
        if places.is_empty() {
            return;
        }
        let now = places.iter().position(|&place| Some(place) == self.cursor);
        let next = match now {
            Some(now) => (now as isize + by).rem_euclid(places.len() as isize) as usize,
            None => 0,
        };
        self.cursor = places.get(next).copied();
    }

    pub(super) fn next_plane(&mut self) {
        self.orientation.plane = (self.orientation.plane + 1) % self.view.scene.planes.len().max(1);
        self.keep_cursor();
    }

    /// Turns the board by 180 degrees.
    pub(super) fn flip(&mut self) {
        self.turned = !self.turned;
        self.refresh();
    }

    /// Moves the cursor to a point of the screen and selects nothing.
    pub(super) fn inspect(&mut self, point: Position) {
        self.cursor = self.layout().and_then(|layout| layout.at(point)).or(self.cursor);
    }

    /// Moves the cursor to the next or previous piece.
    pub(super) fn next_piece(&mut self, by: isize) {
        let places = self.view.scene.pieces.iter().map(|piece| piece.at).collect();
        self.cursor_among(places, by);
    }

    fn press_number(&mut self, index: usize) -> Vec<Command> {
        let id = self.picker.buttons(&self.view.scene).get(index).map(|&(id, _)| id.to_owned());
        id.map(|id| self.press(&id)).unwrap_or_default()
    }

    fn toggle_analysis(&mut self) -> Vec<Command> {
        let on = self.thoughts.is_none();
        let commands = self.handle(Intent::Analyse(on));
        // A message says why there is no analysis.
        let begun = on && self.message.is_empty();
        self.thoughts = begun.then(|| vec!["analysis started".into()]);
        commands
    }
}
