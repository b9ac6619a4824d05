//! Keys and clicks at a table.

use menagerie_game::text::typed_action;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::help::Keys;
use super::typing::{Kind, Typing};
use super::{Asking, TableScreen};
use crate::command::Command;
use crate::sight::Wish;

/// A page of the help or of the move list.
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
        if self.typing.is_some() {
            return self.key_in_line(key.code);
        }
        if let Some(asking) = self.asking.take() {
            return self.answer(asking, key.code);
        }
        if self.sight.offer.is_some() && matches!(key.code, KeyCode::Char('y' | 'n')) {
            return self.wish(if key.code == KeyCode::Char('y') { Wish::Agree } else { Wish::Decline });
        }
        if self.sight.cover.is_some() {
            return self.key_on_cover(key.code);
        }
        self.key_at_table(key.code)
    }

    /// Text pasted from the clipboard.
    pub(crate) fn paste(&mut self, text: &str) {
        if self.sight.cover.is_none() {
            self.typing.get_or_insert_default().insert(text);
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
                self.chooser.back();
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
            ':' | '/' | 't' => self.typing = Some(Typing::default()),
            'c' => self.typing = Some(Typing::new(Kind::Talk, "")),
            'w' => self.typing = Some(Typing::new(Kind::Talk, "@")),
            'a' if self.sight.alliances.is_empty() => self.say("there are no alliances at this table"),
            'a' => self.typing = Some(Typing::new(Kind::Alliance, "")),
            'b' => return self.wish(Wish::Back),
            'g' => return self.wish(Wish::Claim),
            'm' if self.sight.ended.is_some() => return self.wish(Wish::Again),
            'y' | 'n' if self.sight.ended.is_some() => self.say("Nothing is on offer. Press m for another game."),
            'u' => return self.wish(Wish::Undo),
            'h' => {
                let commands = self.wish(Wish::Hint);
                if !commands.is_empty() {
                    self.say("The computer looks for a hint…");
                }
                return commands;
            }
            'e' => return self.think_aloud(),
            'f' => self.flip(),
            'p' => self.next_plane(),
            'd' if self.sight.ended.is_none() => self.asking = Some(Asking::Draw),
            'r' if self.sight.ended.is_none() => self.asking = Some(Asking::Resign),
            '[' => return self.wish(Wish::Step(-1)),
            ']' => return self.wish(Wish::Step(1)),
            '{' => return self.wish(Wish::Step(i32::MIN)),
            '}' => return self.wish(Wish::Step(i32::MAX)),
            '?' => self.help = Some(0),
            'l' if self.may_go() => return vec![Command::Leave],
            'l' => self.asking = Some(Asking::Leave),
            'q' if self.may_go() => return vec![Command::Quit],
            'q' => self.asking = Some(Asking::Quit),
            _ => {}
        }
        Vec::new()
    }

    /// Whether nobody would miss us.
    fn may_go(&self) -> bool {
        self.sight.ended.is_some() || self.sight.viewer.is_none()
    }

    fn key_on_cover(&mut self, code: KeyCode) -> Vec<Command> {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => self.wish(Wish::Uncover),
            KeyCode::Char('q') => {
                self.asking = Some(Asking::Quit);
                Vec::new()
            }
            KeyCode::Char('?') => {
                self.help = Some(0);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn answer(&mut self, asking: Asking, code: KeyCode) -> Vec<Command> {
        match (asking, code) {
            (Asking::Quit, KeyCode::Char('y' | 'q')) => vec![Command::Quit],
            (Asking::Leave, KeyCode::Char('y' | 'l')) => vec![Command::Leave],
            (Asking::Resign, KeyCode::Char('y')) => self.wish(Wish::Resign),
            (Asking::Draw, KeyCode::Char('y')) => self.wish(Wish::Draw),
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
        let Some(typing) = &mut self.typing else { return Vec::new() };
        match code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Backspace if typing.text.pop().is_none() => self.typing = None,
            KeyCode::Char(letter) => typing.insert(letter.encode_utf8(&mut [0; 4])),
            KeyCode::Tab => typing.complete(&self.sight),
            KeyCode::Enter => return self.enter_line(),
            _ => {}
        }
        Vec::new()
    }

    fn enter_line(&mut self) -> Vec<Command> {
        let Some(Typing { text, kind }) = self.typing.take() else { return Vec::new() };
        let text = text.trim().to_owned();
        if text.is_empty() {
            return Vec::new();
        }
        match kind {
            Kind::Action => {
                let actions = self.sight.scene.choices.iter().map(|choice| choice.action.as_str());
                let action = typed_action(&text, actions).unwrap_or(&text).to_owned();
                self.wish(Wish::Act(action))
            }
            Kind::Alliance => self.wish(Wish::Ally(text)),
            Kind::Talk => match text.strip_prefix('@').map(|rest| rest.split_once(' ')) {
                None => self.wish(Wish::Say { to: None, text }),
                Some(Some((to, text))) => self.wish(Wish::Say { to: Some(to.to_owned()), text: text.to_owned() }),
                Some(None) => {
                    self.say("words for one seat alone: @SEAT and the words");
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
                self.chooser.back();
            }
            MouseEventKind::Down(MouseButton::Left) if self.help.is_some() => self.help = None,
            MouseEventKind::Down(MouseButton::Left) if self.sight.cover.is_none() => {
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

    /// The cursor goes to the next or the last place that can be touched.
    fn next_choice(&mut self, by: isize) {
        self.cursor_among(self.chooser.places(&self.sight.scene), by);
    }

    /// The cursor goes to the next or the last of these places, in the order in which one reads.
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
        self.angle.plane = (self.angle.plane + 1) % self.sight.scene.planes.len().max(1);
        self.keep_cursor();
    }

    /// Turns the board round.
    pub(super) fn flip(&mut self) {
        self.turned = !self.turned;
        self.refresh();
    }

    /// The cursor goes to a point of the screen; nothing is touched.
    pub(super) fn inspect(&mut self, point: Position) {
        self.cursor = self.layout().and_then(|layout| layout.at(point)).or(self.cursor);
    }

    /// The cursor goes to the next or the last piece.
    pub(super) fn next_piece(&mut self, by: isize) {
        let places = self.sight.scene.pieces.iter().map(|piece| piece.at).collect();
        self.cursor_among(places, by);
    }

    fn press_number(&mut self, index: usize) -> Vec<Command> {
        let id = self.chooser.buttons(&self.sight.scene).get(index).map(|&(id, _)| id.to_owned());
        id.map(|id| self.press(&id)).unwrap_or_default()
    }

    fn think_aloud(&mut self) -> Vec<Command> {
        let on = self.thoughts.is_none();
        let commands = self.wish(Wish::Analyse(on));
        // A message says why it does not think.
        let begun = on && self.message.is_empty();
        self.thoughts = begun.then(|| vec!["the computer begins to think".into()]);
        commands
    }
}
