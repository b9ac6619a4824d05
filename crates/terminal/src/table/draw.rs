//! Drawing a table.

use menagerie_game::{Place, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::TableScreen;
use super::help::{self, Keys};
use super::typing::Kind;
use crate::board::{self, Marks};
use crate::choose::place_of;
use crate::layout::{LEAST, Layout, state_lines};
use crate::look::Mark;
use crate::sight::{SeatLine, capitalised};
use crate::words::wrap;

const FOOT: &[&str] =
    &["? help", ": type", "h hint", "e think", "f flip", "d draw", "b back", "r resign", "l leave", "q quit"];
const FOOT_AT_THE_END: &[&str] = &["? help", "m another game", "[ ] look back", "l leave the table", "q quit"];
const FOOT_ON_A_SERVER: &[&str] =
    &["? help", ": type", "c talk", "h hint", "d draw", "b back", "r resign", "l lobby", "f flip", "q quit"];

/// What stands around the table: it differs between a match and a record.
pub(super) struct Chrome<'a> {
    /// At the end of the title.
    pub(super) status: &'a str,
    /// The keys that help most now.
    pub(super) foot: &'a str,
    /// All keys.
    pub(super) keys: Keys,
}

impl TableScreen {
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let chrome = Chrome { status: &self.sight.status, foot: &self.foot(), keys: help::KEYS };
        self.draw_with(&chrome, buffer);
    }

    pub(super) fn draw_with(&self, chrome: &Chrome<'_>, buffer: &mut Buffer) {
        let Some(layout) = self.layout() else { return too_small(self.size, buffer) };
        if let Some(from) = self.help {
            return self.draw_help(from, chrome.keys, buffer);
        }
        self.draw_title(&layout, chrome.status, buffer);
        match self.sight.cover {
            Some(seat) => self.draw_cover(seat, buffer),
            None => self.draw_table(&layout, buffer),
        }
        self.draw_foot(&layout, chrome.foot, buffer);
    }

    fn draw_title(&self, layout: &Layout, status: &str, buffer: &mut Buffer) {
        let sight = &self.sight;
        let you = sight.viewer.map_or_else(String::new, |seat| format!("  you are {}", sight.info.seat_name(seat)));
        let options = sight.game.split_once(':').map_or_else(String::new, |(_, options)| format!(" ({options})"));
        let title = format!(" {}{options}{you}  {status}", sight.info.name);
        buffer.set_style(layout.title, Modifier::REVERSED);
        line(buffer, layout.title, &title, Style::new().add_modifier(Modifier::REVERSED));
    }

    fn draw_cover(&self, seat: Seat, buffer: &mut Buffer) {
        let name = self.sight.info.seat_name(seat);
        let words = [
            format!("{}'s turn.", capitalised(name)),
            "Something on the board is for these eyes only.".to_owned(),
            format!("Everybody but {name} looks away; then press Enter."),
        ];
        for (row, words) in (0_u16..).zip(&words) {
            let x = self.size.x + (self.size.width.saturating_sub(words.chars().count() as u16)) / 2;
            let style = if row == 0 { self.look.loud() } else { Style::new() };
            buffer.set_string(x, self.size.y + self.size.height / 2 - 2 + row, words, style);
        }
    }

    fn draw_table(&self, layout: &Layout, buffer: &mut Buffer) {
        let mark = |place: Place| self.mark(place);
        let marks = Marks { cursor: self.cursor, of: &mark };
        board::draw(&self.sight, layout, self.look, &marks, buffer);
        for (seat, area) in self.sight.seats.iter().zip(&layout.seats) {
            self.draw_seat(seat, *area, buffer);
        }
        let states = state_lines(&self.sight.scene, usize::from(layout.states.width));
        for (y, text) in (layout.states.y..layout.states.bottom()).zip(&states) {
            line(buffer, Rect { y, ..layout.states }, text, self.look.quiet());
        }
        self.draw_log(layout.log, buffer);
        let free = self.draw_notes(layout, buffer);
        for (_, label, area) in &layout.buttons {
            line(buffer, *area, &format!("[{label}]"), self.look.marked(Style::new(), Mark::Choice));
        }
        self.draw_about(layout, free, buffer);
    }

    /// What lies under the cursor. Where there are no buttons it may begin in the rows that the notes left free.
    fn draw_about(&self, layout: &Layout, free: u16, buffer: &mut Buffer) {
        let lines = wrap(&self.about(), usize::from(layout.about.width) - 2, "  ");
        let free = if layout.buttons.is_empty() { free } else { 0 };
        let more = (lines.len() as u16).saturating_sub(layout.about.height).min(free);
        for (y, text) in (layout.about.y - more..layout.about.bottom()).zip(&lines) {
            line(buffer, Rect { y, ..layout.about }, &format!(" {text}"), self.look.quiet());
        }
    }

    /// Why a place stands out.
    fn mark(&self, place: Place) -> Option<Mark> {
        if self.chooser.touched().any(|touched| touched == place) {
            return Some(Mark::Chosen);
        }
        if self.hint.contains(&place) {
            return Some(Mark::Hint);
        }
        let covered = |touch: &&menagerie_game::Touch| match touch {
            menagerie_game::Touch::Area { covers, .. } => covers.contains(&place),
            other => place_of(other) == Some(place),
        };
        if self.sight.acting.is_some() && self.chooser.next(&self.sight.scene).iter().any(covered) {
            return Some(Mark::Choice);
        }
        self.sight.moved.contains(&place).then_some(Mark::Moved)
    }

    fn draw_seat(&self, seat: &SeatLine, area: Rect, buffer: &mut Buffer) {
        let info = self.sight.info;
        let name = info.seat_name(seat.seat);
        let arrow = if seat.acts { self.look.sign("▶", ">") } else { " " };
        buffer.set_string(area.x, area.y, arrow, self.look.loud());
        let shape = if self.look.ascii { "" } else { self.look.shape(info, seat.seat, self.angle.flipped) };
        let longest = info.seats.iter().map(|seat| seat.name.len()).max().unwrap_or(0);
        let chip = format!(" {shape}{name:<longest$} ");
        let (x, _) = buffer.set_stringn(area.x + 2, area.y, &chip, 14, self.look.chip(info, Some(seat.seat)));
        let mut x = x + 1;
        if let Some(clock) = &seat.clock {
            let style = if seat.acts && clock.short { self.look.loud() } else { Style::new() };
            let room = usize::from(area.right().saturating_sub(x));
            x = buffer.set_stringn(x, area.y, &clock.words, room, style.add_modifier(Modifier::BOLD)).0 + 2;
        }
        // Words that have no room beside the name stand below it.
        let (x, y) = if area.height > 1 { (area.x + 4, area.y + 1) } else { (x, area.y) };
        let room = usize::from(area.right().saturating_sub(x));
        buffer.set_stringn(x, y, seat.words(&self.sight.scene), room, Style::new());
    }

    /// The prompt and the message; says how many rows they leave free.
    fn draw_notes(&self, layout: &Layout, buffer: &mut Buffer) -> u16 {
        let sight = &self.sight;
        let prompt = match (&sight.ended, &sight.offer) {
            (Some(ended), _) => ended.as_str(),
            (None, Some(offer)) => offer.as_str(),
            (None, None) => &sight.scene.prompt.text,
        };
        let width = usize::from(layout.notes.width) - 2;
        let rows = usize::from(layout.notes.height);
        // At the end, another game may be on offer: that is the message then.
        let asked = sight.offer.as_deref().filter(|_| sight.ended.is_some() && self.message.is_empty());
        let mut message = wrap(asked.unwrap_or(&self.message), width, "");
        // Where one row is left, a message counts more than the prompt.
        message.truncate(rows.saturating_sub(1).max(1));
        let mut prompt = wrap(prompt, width, "");
        prompt.truncate(rows - message.len());
        let style = Style::new().add_modifier(Modifier::BOLD);
        let style = if sight.ended.is_some() || sight.offer.is_some() { self.look.loud() } else { style };
        let prompt = prompt.iter().map(|text| (text, style));
        let lines = prompt.chain(message.iter().map(|text| (text, self.look.loud())));
        let mut y = layout.notes.y;
        for (text, style) in lines {
            line(buffer, Rect { y, ..layout.notes }, &format!(" {text}"), style);
            y += 1;
        }
        layout.notes.bottom().saturating_sub(y)
    }

    fn draw_foot(&self, layout: &Layout, keys: &str, buffer: &mut Buffer) {
        let foot = layout.foot;
        if let Some(typing) = &self.typing {
            let fitting = typing.fitting(&self.sight);
            let head = typing.kind.head();
            let (x, y) = buffer.set_stringn(foot.x, foot.y, head, usize::from(foot.width), self.look.loud());
            // Of a long text the end is seen: that is where one types.
            let room = usize::from(foot.right() - x).saturating_sub(2);
            let hidden = typing.text.chars().count().saturating_sub(room);
            let end: String = typing.text.chars().skip(hidden).collect();
            let (x, _) = buffer.set_stringn(x, y, end, room, Style::new());
            let (x, _) = buffer.set_stringn(x, y, "_ ", usize::from(foot.right() - x), Modifier::SLOW_BLINK);
            let between = if typing.kind == Kind::Action { " " } else { ", " };
            let more = fitting.into_iter().take(12).collect::<Vec<_>>().join(between);
            buffer.set_stringn(x + 1, y, more, usize::from(foot.right().saturating_sub(x + 1)), self.look.quiet());
        } else if let Some(asking) = self.asking {
            line(buffer, foot, &format!(" {}", asking.words()), self.look.loud());
        } else {
            line(buffer, foot, keys, self.look.quiet());
        }
    }

    /// The keys that help most now, as many as have room; help stands first and leaving last.
    fn foot(&self) -> String {
        let sight = &self.sight;
        let mut keys = match (&sight.ended, sight.remote) {
            (Some(_), _) => FOOT_AT_THE_END,
            (None, true) => FOOT_ON_A_SERVER,
            (None, false) => FOOT,
        }
        .to_vec();
        if sight.can_undo {
            keys.insert(1, "u undo");
        }
        let width = |keys: &[&str]| keys.iter().map(|key| key.len() + 2).sum::<usize>();
        while width(&keys) > usize::from(self.size.width) && keys.len() > 2 {
            keys.remove(keys.len() - 2);
        }
        format!(" {}", keys.join("  "))
    }

    /// What lies under the cursor with its marks, and what a touch there would do.
    fn about(&self) -> String {
        let Some(place) = self.cursor else { return String::new() };
        let (info, scene) = (self.sight.info, &self.sight.scene);
        let spot = scene.spots.iter().find(|spot| spot.id == place);
        let mut words: Vec<String> = Vec::new();
        let label = spot.map_or("", |spot| &*spot.label);
        words.extend((!label.is_empty() && label != place.as_str()).then(|| label.to_owned()));
        let terrain = spot.and_then(|spot| info.terrain(&spot.terrain)).map_or("", |terrain| terrain.name);
        words.extend((!terrain.is_empty() && !label.contains(terrain)).then(|| terrain.to_owned()));
        for piece in scene.pieces.iter().filter(|piece| piece.at == place) {
            let kind = info.kind(&piece.kind).map_or(&*piece.kind, |kind| kind.name);
            let color = piece.color.map_or_else(String::new, |seat| format!("{} ", info.seat_name(seat)));
            let count = if piece.count > 1 { format!(" x{}", piece.count) } else { String::new() };
            let badges: Vec<String> =
                piece.badges.iter().map(|badge| format!("{} {}", badge.mark, badge.label)).collect();
            let badges = if badges.is_empty() { String::new() } else { format!(" ({})", badges.join(", ")) };
            words.push(format!("{color}{kind}{count}{badges}"));
        }
        let here = |choice: &&menagerie_game::Choice| {
            let next = choice.touches.get(self.chooser.touched_count());
            next.and_then(place_of) == Some(place) && choice.touches.len() == self.chooser.touched_count() + 1
        };
        let choice = self.chooser.open(scene).find(here).filter(|_| self.sight.acting.is_some());
        let enter = choice.map_or_else(String::new, |choice| format!(". Enter: {} ({})", choice.words, choice.action));
        format!("{place}: {}{enter}", words.join(", "))
    }
}

/// One line of text over an area's width.
fn line(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    buffer.set_stringn(area.x, area.y, text, usize::from(area.width), style);
}

/// Says so when the terminal is too small.
pub(crate) fn too_small(size: Rect, buffer: &mut Buffer) {
    let words = format!("This terminal has {}x{}; {}x{} are needed.", size.width, size.height, LEAST.0, LEAST.1);
    for (row, text) in (0..size.height).zip(wrap(&words, usize::from(size.width).max(1), "")) {
        buffer.set_stringn(size.x, size.y + row, text, usize::from(size.width), Style::new());
    }
}
