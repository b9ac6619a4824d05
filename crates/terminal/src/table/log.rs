//! The move list with the engine's analysis above and the chat below, and its scrolling.

use menagerie_game::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::TableScreen;
use crate::text_wrap::wrap;

/// The lines of the list, wrapped to its width.
struct Lines {
    thoughts: Vec<String>,
    happened: Vec<(Option<Seat>, String)>,
    talk: Vec<String>,
    /// The number of visible lines of the move list.
    room: usize,
}

impl Lines {
    /// The maximum scroll offset.
    fn farthest(&self) -> usize {
        self.happened.len().saturating_sub(self.room)
    }
}

impl TableScreen {
    /// Scrolls back by this many lines (forward if negative), within the ends of the list.
    pub(super) fn scroll_by(&mut self, lines: isize) {
        let farthest = self.layout().map_or(0, |layout| self.log_lines(layout.log).farthest());
        self.scroll = self.scroll.min(farthest).saturating_add_signed(lines).min(farthest);
    }

    fn log_lines(&self, area: Rect) -> Lines {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let mut thoughts: Vec<String> =
            self.thoughts.iter().flatten().flat_map(|report| wrap(report, width, "  ")).collect();
        thoughts.truncate(height / 2);
        let mut talk: Vec<String> = self.view.talk.iter().flat_map(|said| wrap(said, width, "  ")).collect();
        talk.drain(..talk.len().saturating_sub(height / 3));
        let room = height.saturating_sub(talk.len() + thoughts.len());
        let mut happened = Vec::new();
        for (number, entry) in self.view.log.iter().enumerate() {
            let words = if entry.words.is_empty() { &entry.event } else { &entry.words };
            let text = format!("{} {}", number + 1, words);
            happened.extend(wrap(&text, width, "  ").into_iter().map(|line| (entry.by, line)));
        }
        Lines { thoughts, happened, talk, room }
    }

    /// Draws the move list with the last entry at the bottom, the analysis above it and the chat below.
    pub(super) fn draw_log(&self, area: Rect, buffer: &mut Buffer) {
        let log = self.log_lines(area);
        // The list may be shorter, or its area larger, than at the last scroll.
        let end = log.happened.len().saturating_sub(self.scroll.min(log.farthest()));
        let shown = &log.happened[end.saturating_sub(log.room)..end];
        let lines = log.thoughts.iter().map(|text| (text, self.theme.emphasis()));
        let lines = lines.chain(shown.iter().map(|(by, text)| (text, self.by_style(*by))));
        let lines = lines.chain(log.talk.iter().map(|text| (text, Style::new().add_modifier(Modifier::ITALIC))));
        for (row, (text, style)) in (0_u16..).zip(lines) {
            buffer.set_stringn(area.x, area.y + row, text, usize::from(area.width), style);
        }
    }

    fn by_style(&self, by: Option<Seat>) -> Style {
        if by.is_none() { self.theme.dim() } else { Style::new() }
    }
}
