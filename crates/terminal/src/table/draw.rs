//! Draws the screen of a table.

use menagerie_game::{Place, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::TableScreen;
use super::help::{self, Keys};
use super::text_input::InputKind;
use crate::action_picker::place_of;
use crate::board::{self, Highlights};
use crate::layout::{Layout, MIN_SIZE, state_lines};
use crate::table_view::{SeatLine, capitalised};
use crate::text_wrap::wrap;
use crate::theme::Highlight;

const FOOT: &[&str] =
    &["? help", ": type", "h hint", "e eval", "f flip", "d draw", "b back", "r resign", "l leave", "q quit"];
const FOOT_AT_THE_END: &[&str] = &["? help", "m another game", "[ ] look back", "l leave the table", "q quit"];
const FOOT_ON_A_SERVER: &[&str] =
    &["? help", ": type", "c chat", "h hint", "d draw", "b back", "r resign", "l lobby", "f flip", "q quit"];

/// The parts around the table that differ between a match and a record.
pub(super) struct Chrome<'a> {
    /// At the end of the title.
    pub(super) status: &'a str,
    /// The keys in the footer.
    pub(super) foot: &'a str,
    /// All keys, for the help.
    pub(super) keys: Keys,
}

impl TableScreen {
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let chrome = Chrome { status: &self.view.status, foot: &self.foot(), keys: help::KEYS };
        self.draw_with(&chrome, buffer);
    }

    pub(super) fn draw_with(&self, chrome: &Chrome<'_>, buffer: &mut Buffer) {
        let Some(layout) = self.layout() else { return too_small(self.size, buffer) };
        if let Some(from) = self.help {
            return self.draw_help(from, chrome.keys, buffer);
        }
        self.draw_title(&layout, chrome.status, buffer);
        match self.view.cover {
            Some(seat) => self.draw_cover(seat, buffer),
            None => self.draw_table(&layout, buffer),
        }
        self.draw_foot(&layout, chrome.foot, buffer);
    }

    fn draw_title(&self, layout: &Layout, status: &str, buffer: &mut Buffer) {
        let view = &self.view;
        let you = view.viewer.map_or_else(String::new, |seat| format!("  you are {}", view.info.seat_name(seat)));
        let options = view.game.split_once(':').map_or_else(String::new, |(_, options)| format!(" ({options})"));
        let title = format!(" {}{options}{you}  {status}", view.info.name());
        buffer.set_style(layout.title, Modifier::REVERSED);
        line(buffer, layout.title, &title, Style::new().add_modifier(Modifier::REVERSED));
    }

    fn draw_cover(&self, seat: Seat, buffer: &mut Buffer) {
        let name = self.view.info.seat_name(seat);
        let words = [
            format!("{}'s turn.", capitalised(name)),
            format!("Only {name} may see this board."),
            "When the others look away, press Enter.".to_owned(),
        ];
        for (row, words) in (0_u16..).zip(&words) {
            let x = self.size.x + (self.size.width.saturating_sub(words.chars().count() as u16)) / 2;
            let style = if row == 0 { self.theme.emphasis() } else { Style::new() };
            buffer.set_string(x, self.size.y + self.size.height / 2 - 2 + row, words, style);
        }
    }

    fn draw_table(&self, layout: &Layout, buffer: &mut Buffer) {
        let mark = |place: Place| self.mark(place);
        let marks = Highlights { cursor: self.cursor, of: &mark };
        board::draw(&self.view, layout, self.theme, &marks, buffer);
        for (seat, area) in self.view.seats.iter().zip(&layout.seats) {
            self.draw_seat(seat, *area, buffer);
        }
        let states = state_lines(&self.view.scene, usize::from(layout.states.width));
        for (y, text) in (layout.states.y..layout.states.bottom()).zip(&states) {
            line(buffer, Rect { y, ..layout.states }, text, self.theme.dim());
        }
        self.draw_log(layout.log, buffer);
        let free = self.draw_notes(layout, buffer);
        for (_, label, area) in &layout.buttons {
            line(buffer, *area, &format!("[{label}]"), self.theme.marked(Style::new(), Highlight::Choice));
        }
        self.draw_about(layout, free, buffer);
    }

    /// Draws the description of the place under the cursor. Without buttons it may start in the free
    /// rows of the notes.
    fn draw_about(&self, layout: &Layout, free: u16, buffer: &mut Buffer) {
        let lines = wrap(&self.about(), usize::from(layout.about.width) - 2, "  ");
        let free = if layout.buttons.is_empty() { free } else { 0 };
        let more = (lines.len() as u16).saturating_sub(layout.about.height).min(free);
        for (y, text) in (layout.about.y - more..layout.about.bottom()).zip(&lines) {
            line(buffer, Rect { y, ..layout.about }, &format!(" {text}"), self.theme.dim());
        }
    }

    /// The highlight of a place.
    fn mark(&self, place: Place) -> Option<Highlight> {
        if self.picker.touched().any(|touched| touched == place) {
            return Some(Highlight::Chosen);
        }
        if self.hint.contains(&place) {
            return Some(Highlight::Hint);
        }
        let covered = |touch: &&menagerie_game::Touch| match touch {
            menagerie_game::Touch::Area { covers, .. } => covers.contains(&place),
            other => place_of(other) == Some(place),
        };
        if self.view.acting.is_some() && self.picker.next(&self.view.scene).iter().any(covered) {
            return Some(Highlight::Choice);
        }
        self.view.moved.contains(&place).then_some(Highlight::Moved)
    }

    fn draw_seat(&self, seat: &SeatLine, area: Rect, buffer: &mut Buffer) {
        let info = self.view.info;
        let name = info.seat_name(seat.seat);
        let arrow = if seat.acts { self.theme.glyph("▶", ">") } else { " " };
        buffer.set_string(area.x, area.y, arrow, self.theme.emphasis());
        let shape = if self.theme.ascii { "" } else { self.theme.shape(info, seat.seat, self.orientation.flipped) };
        let longest = info.seats.iter().map(|seat| seat.name.len()).max().unwrap_or(0);
        let chip = format!(" {shape}{name:<longest$} ");
        let (x, _) = buffer.set_stringn(area.x + 2, area.y, &chip, 14, self.theme.chip(info, Some(seat.seat)));
        let mut x = x + 1;
        if let Some(clock) = &seat.clock {
            let style = if seat.acts && clock.short { self.theme.emphasis() } else { Style::new() };
            let room = usize::from(area.right().saturating_sub(x));
            x = buffer.set_stringn(x, area.y, &clock.words, room, style.add_modifier(Modifier::BOLD)).0 + 2;
        }
        // Text that does not fit beside the name goes below it.
        let (x, y) = if area.height > 1 { (area.x + 4, area.y + 1) } else { (x, area.y) };
        let room = usize::from(area.right().saturating_sub(x));
        buffer.set_stringn(x, y, seat.words(&self.view), room, Style::new());
    }

    /// Draws the prompt and the message. Returns the number of free rows.
    fn draw_notes(&self, layout: &Layout, buffer: &mut Buffer) -> u16 {
        let view = &self.view;
        let prompt = match (&view.ended, &view.offer) {
            (Some(ended), _) => ended.as_str(),
            (None, Some(offer)) => offer.as_str(),
            (None, None) => &view.scene.prompt.text,
        };
        let width = usize::from(layout.notes.width) - 2;
        let rows = usize::from(layout.notes.height);
        // After the end, a rematch offer is shown as the message.
        let asked = view.offer.as_deref().filter(|_| view.ended.is_some() && self.message.is_empty());
        let mut message = wrap(asked.unwrap_or(&self.message), width, "");
        // With one row left, the message wins over the prompt.
        message.truncate(rows.saturating_sub(1).max(1));
        let mut prompt = wrap(prompt, width, "");
        prompt.truncate(rows - message.len());
        let style = Style::new().add_modifier(Modifier::BOLD);
        let style = if view.ended.is_some() || view.offer.is_some() { self.theme.emphasis() } else { style };
        let prompt = prompt.iter().map(|text| (text, style));
        let lines = prompt.chain(message.iter().map(|text| (text, self.theme.emphasis())));
        let mut y = layout.notes.y;
        for (text, style) in lines {
            line(buffer, Rect { y, ..layout.notes }, &format!(" {text}"), style);
            y += 1;
        }
        layout.notes.bottom().saturating_sub(y)
    }

    fn draw_foot(&self, layout: &Layout, keys: &str, buffer: &mut Buffer) {
        let foot = layout.foot;
        if let Some(text_input) = &self.text_input {
            let fitting = text_input.fitting(&self.view);
            let head = text_input.kind.head();
            let (x, y) = buffer.set_stringn(foot.x, foot.y, head, usize::from(foot.width), self.theme.emphasis());
            // Long input shows its end, where the person types.
            let room = usize::from(foot.right() - x).saturating_sub(2);
            let hidden = text_input.text.chars().count().saturating_sub(room);
            let end: String = text_input.text.chars().skip(hidden).collect();
            let (x, _) = buffer.set_stringn(x, y, end, room, Style::new());
            let (x, _) = buffer.set_stringn(x, y, "_ ", usize::from(foot.right() - x), Modifier::SLOW_BLINK);
            let between = if text_input.kind == InputKind::Action { " " } else { ", " };
            let more = fitting.into_iter().take(12).collect::<Vec<_>>().join(between);
            buffer.set_stringn(x + 1, y, more, usize::from(foot.right().saturating_sub(x + 1)), self.theme.dim());
        } else if let Some(confirmation) = self.confirmation {
            line(buffer, foot, &format!(" {}", confirmation.words()), self.theme.emphasis());
        } else {
            line(buffer, foot, keys, self.theme.dim());
        }
    }

    /// The keys in the footer, as many as fit. Help comes first and quitting last.
    fn foot(&self) -> String {
        let view = &self.view;
        let mut keys = match (&view.ended, view.remote) {
            (Some(_), _) => FOOT_AT_THE_END,
            (None, true) => FOOT_ON_A_SERVER,
            (None, false) => FOOT,
        }
        .to_vec();
        if view.can_undo {
            keys.insert(1, "u undo");
        }
        let width = |keys: &[&str]| keys.iter().map(|key| key.len() + 2).sum::<usize>();
        while width(&keys) > usize::from(self.size.width) && keys.len() > 2 {
            keys.remove(keys.len() - 2);
        }
        format!(" {}", keys.join("  "))
    }

    /// The description of the place under the cursor, and the action that Enter would play.
    fn about(&self) -> String {
        let Some(place) = self.cursor else { return String::new() };
        let (info, scene) = (self.view.info, &self.view.scene);
        let spot = scene.spots.iter().find(|spot| spot.id == place);
        let mut words: Vec<String> = Vec::new();
        let label = spot.map_or("", |spot| &*spot.label);
        words.extend((!label.is_empty() && label != place.as_str()).then(|| label.to_owned()));
        let terrain = spot.and_then(|spot| info.terrain(&spot.terrain)).map_or("", |terrain| info.name_of(terrain));
        words.extend((!terrain.is_empty() && !label.contains(terrain)).then(|| terrain.to_owned()));
        for piece in scene.pieces.iter().filter(|piece| piece.at == place) {
            let kind = info.kind_name(&piece.kind);
            let color = piece.color.map_or_else(String::new, |seat| format!("{} ", info.seat_name(seat)));
            let count = if piece.count > 1 { format!(" x{}", piece.count) } else { String::new() };
            let badges: Vec<String> =
                piece.badges.iter().map(|badge| format!("{} {}", badge.mark, badge.label)).collect();
            let badges = if badges.is_empty() { String::new() } else { format!(" ({})", badges.join(", ")) };
            words.push(format!("{color}{kind}{count}{badges}"));
        }
        let here = |choice: &&menagerie_game::Choice| {
            let next = choice.touches.get(self.picker.touched_count());
            next.and_then(place_of) == Some(place) && choice.touches.len() == self.picker.touched_count() + 1
        };
        let choice = self.picker.open(scene).find(here).filter(|_| self.view.acting.is_some());
        let enter = choice.map_or_else(String::new, |choice| format!(". Enter: {} ({})", choice.words, choice.action));
        format!("{place}: {}{enter}", words.join(", "))
    }
}

/// Writes one line of text into an area.
fn line(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    buffer.set_stringn(area.x, area.y, text, usize::from(area.width), style);
}

/// Draws the message for a terminal that is too small.
pub(crate) fn too_small(size: Rect, buffer: &mut Buffer) {
    let words = format!(
        "This terminal is {}x{}. The client needs at least {}x{}.",
        size.width, size.height, MIN_SIZE.0, MIN_SIZE.1
    );
    for (row, text) in (0..size.height).zip(wrap(&words, usize::from(size.width).max(1), "")) {
        buffer.set_stringn(size.x, size.y + row, text, usize::from(size.width), Style::new());
    }
}
