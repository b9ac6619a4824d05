//! Drawing a table.

use menagerie_game::{Place, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::TableScreen;
use super::typing::Kind;
use crate::board::{self, Marks};
use crate::choose::place_of;
use crate::layout::{LEAST, Layout};
use crate::look::Mark;
use crate::sight::{SeatLine, capitalised};
use crate::words::wrap;

const FOOT: &str = " ? help  : type  h hint  e think  f flip  d draw  b back  r resign  q quit";
const FOOT_AT_THE_END: &str = " ? help  n another game  [ ] look back  l leave the table  q quit";
const FOOT_ON_A_SERVER: &str = " ? help  : type  c talk  h hint  d draw  b back  r resign  l lobby  q quit";

impl TableScreen {
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let Some(layout) = self.layout() else { return too_small(self.size, buffer) };
        if let Some(from) = self.help {
            return self.draw_help(from, buffer);
        }
        self.draw_title(&layout, buffer);
        match self.sight.cover {
            Some(seat) => self.draw_cover(seat, buffer),
            None => self.draw_table(&layout, buffer),
        }
        self.draw_foot(&layout, buffer);
    }

    fn draw_title(&self, layout: &Layout, buffer: &mut Buffer) {
        let sight = &self.sight;
        let you = sight.viewer.map_or_else(String::new, |seat| format!("  you are {}", sight.info.seat_name(seat)));
        let options = sight.game.split_once(':').map_or_else(String::new, |(_, options)| format!(" ({options})"));
        let title = format!(" {}{options}{you}  {}", sight.info.name, sight.status);
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
        for (row, seat) in (0_u16..).zip(&self.sight.seats) {
            if row < layout.seats.height {
                self.draw_seat(seat, Rect { y: layout.seats.y + row, height: 1, ..layout.seats }, buffer);
            }
        }
        self.draw_log(layout.log, buffer);
        self.draw_prompt(layout, buffer);
        for (_, label, area) in &layout.buttons {
            line(buffer, *area, &format!("[{label}]"), self.look.marked(Style::new(), Mark::Choice));
        }
        line(buffer, layout.about, &format!(" {}", self.about()), self.look.quiet());
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
        let shape = self.look.shape(info, seat.seat);
        let longest = info.seats.iter().map(|seat| seat.name.len()).max().unwrap_or(0);
        let chip = format!(" {shape}{name:<longest$} ");
        let (x, _) = buffer.set_stringn(area.x + 2, area.y, &chip, 14, self.look.chip(info, Some(seat.seat)));
        let counters = self.sight.scene.counters.iter().filter(|counter| counter.seat == seat.seat);
        let mut x = x + 1;
        if let Some(clock) = &seat.clock {
            let style = if seat.acts && clock.short { self.look.loud() } else { Style::new() };
            let room = usize::from(area.right().saturating_sub(x));
            x = buffer.set_stringn(x, area.y, &clock.words, room, style.add_modifier(Modifier::BOLD)).0 + 2;
        }
        let mut words = vec![seat.who.clone()];
        words.extend(counters.map(menagerie_game::Counter::words));
        words.retain(|word| !word.is_empty());
        let room = usize::from(area.right().saturating_sub(x));
        buffer.set_stringn(x, area.y, words.join("  "), room, Style::new());
    }

    fn draw_prompt(&self, layout: &Layout, buffer: &mut Buffer) {
        let sight = &self.sight;
        let prompt = match (&sight.ended, &sight.offer) {
            (Some(ended), _) => ended.as_str(),
            (None, Some(offer)) => offer.as_str(),
            (None, None) => &sight.scene.prompt.text,
        };
        let width = usize::from(layout.prompt.width) - 2;
        let lines = wrap(prompt, width, "");
        let style = Style::new().add_modifier(Modifier::BOLD);
        let style = if sight.ended.is_some() || sight.offer.is_some() { self.look.loud() } else { style };
        line(buffer, layout.prompt, &format!(" {}", lines.first().map_or("", String::as_str)), style);
        // At the end, another game may be on offer: that is the message then.
        let asked = sight.offer.as_deref().filter(|_| sight.ended.is_some() && self.message.is_empty());
        let message = wrap(asked.unwrap_or(&self.message), width, "");
        let (more, style) = if message.is_empty() {
            (lines.get(1..).unwrap_or_default(), style)
        } else {
            (&message[..], self.look.loud())
        };
        // Where there are no buttons, their line is free.
        let rows = if layout.buttons.is_empty() { 2 } else { 1 };
        for (row, text) in (0..rows).zip(more) {
            line(buffer, Rect { y: layout.message.y + row, ..layout.message }, &format!(" {text}"), style);
        }
    }

    fn draw_foot(&self, layout: &Layout, buffer: &mut Buffer) {
        let foot = layout.foot;
        if let Some(typing) = &self.typing {
            let fitting = typing.fitting(&self.sight);
            let head = typing.kind.head();
            let (x, y) = buffer.set_stringn(foot.x, foot.y, head, usize::from(foot.width), self.look.loud());
            let (x, _) = buffer.set_stringn(x, y, &typing.text, usize::from(foot.right() - x), Style::new());
            let (x, _) = buffer.set_stringn(x, y, "_ ", usize::from(foot.right() - x), Modifier::SLOW_BLINK);
            let between = if typing.kind == Kind::Action { " " } else { ", " };
            let more = fitting.into_iter().take(12).collect::<Vec<_>>().join(between);
            buffer.set_stringn(x + 1, y, more, usize::from(foot.right().saturating_sub(x + 1)), self.look.quiet());
        } else if let Some(asking) = self.asking {
            line(buffer, foot, &format!(" {}", asking.words()), self.look.loud());
        } else {
            line(buffer, foot, &self.foot(), self.look.quiet());
        }
    }

    /// The keys that help most now.
    fn foot(&self) -> String {
        let sight = &self.sight;
        let keys = match (&sight.ended, sight.remote) {
            (Some(_), _) => FOOT_AT_THE_END,
            (None, true) => FOOT_ON_A_SERVER,
            (None, false) => FOOT,
        };
        if sight.can_undo { format!(" u undo {keys}") } else { keys.to_owned() }
    }

    /// What lies under the cursor, and what a touch there would do.
    fn about(&self) -> String {
        let Some(place) = self.cursor else { return String::new() };
        let (info, scene) = (self.sight.info, &self.sight.scene);
        let here = |choice: &&menagerie_game::Choice| {
            let next = choice.touches.get(self.chooser.touched_count());
            next.and_then(place_of) == Some(place) && choice.touches.len() == self.chooser.touched_count() + 1
        };
        if let Some(choice) = self.chooser.open(scene).find(here).filter(|_| self.sight.acting.is_some()) {
            return format!("{place}: {} ({})", choice.words, choice.action);
        }
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
            let badges: Vec<&str> = piece.badges.iter().map(|badge| &*badge.label).collect();
            let badges = if badges.is_empty() { String::new() } else { format!(" ({})", badges.join(", ")) };
            words.push(format!("{color}{kind}{count}{badges}"));
        }
        format!("{place}: {}", words.join(", "))
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
