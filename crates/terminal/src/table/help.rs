//! The help screen: keys, the game's letters and marks, and its guide.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::{TableScreen, markdown};
use crate::legend;
use crate::text_wrap::wrap;

/// Keys and their descriptions.
pub(super) type Keys = &'static [(&'static str, &'static str)];

/// The keys at a table.
pub(super) const KEYS: Keys = &[
    ("arrows, Enter", "move the cursor and select a place; or click it"),
    ("Tab, Shift-Tab", "go to the next or previous place you can select"),
    ("1 to 9", "press a button under the board"),
    ("Esc", "undo the last selection"),
    (": or t", "type an action; Tab completes it"),
    ("u", "undo the last action of your turn"),
    ("h, e", "get a hint; turn the engine's analysis on or off"),
    ("f, p", "flip the board; show the next plane"),
    ("d, b, r", "offer a draw; ask to take back your last turn; resign"),
    ("y, n", "accept an offer; decline it"),
    ("m", "after the end: play again with changed sides"),
    ("[ ] { }", "step back and forward; go to the start and the end"),
    ("PgUp, PgDn", "scroll the move list"),
    ("c, w, a", "on a server: chat; write to one seat; alliances"),
    ("g", "on a server: claim that the acting player has left"),
    ("l, q", "leave the table; quit the program"),
    ("Ctrl-Z", "suspend the program (fg resumes it)"),
];

impl TableScreen {
    /// The lines of the help, wrapped to the screen's width.
    pub(super) fn help_lines(&self, keys: Keys) -> Vec<String> {
        let info = self.view.info;
        let width = usize::from(self.size.width).saturating_sub(2).max(20);
        let mut lines = wrap(&format!("{}: {}", info.name(), info.tagline()), width, "");
        lines.push(String::new());
        lines.extend(keys.iter().flat_map(|(key, words)| wrap_key(key, words, width)));
        lines.push(String::new());
        let seat = |facts: &menagerie_game::SeatInfo| format!("{} is {}", facts.letter, facts.name);
        lines.extend(wrap(&info.seats.iter().map(seat).collect::<Vec<_>>().join(", "), width, ""));
        let kinds: Vec<String> =
            info.kinds.iter().map(|kind| format!("{} {}", kind.letters, info.name_of(kind))).collect();
        lines.extend(wrap(&format!("Pieces: {}", kinds.join(", ")), width, "  "));
        let drawn = info.terrains.iter().filter(|terrain| !matches!(terrain.letter, '.' | ' '));
        let grounds: Vec<String> =
            drawn.map(|terrain| format!("{} {}", terrain.letter, info.name_of(terrain))).collect();
        lines.extend(wrap(&grounds.join(", "), width, "  "));
        let marks = legend::meanings(info, &self.view.scene);
        if !marks.is_empty() && self.view.cover.is_none() {
            lines.extend(wrap(&format!("Marks on pieces: {}", marks.join(", ")), width, "  "));
        }
        lines.push(String::new());
        lines.extend(markdown::render(info.guide, width));
        lines
    }

    pub(super) fn draw_help(&self, from: usize, keys: Keys, buffer: &mut Buffer) {
        let area = self.size;
        let title = format!(" Help: {} ", self.view.info.name());
        let foot = " arrows and PgUp/PgDn scroll, any other key goes back ";
        buffer.set_style(Rect { height: 1, ..area }, Modifier::REVERSED);
        buffer.set_stringn(area.x, area.y, title, usize::from(area.width), Modifier::REVERSED);
        let room = usize::from(area.height.saturating_sub(2));
        for (row, line) in (1_u16..).zip(self.help_lines(keys).iter().skip(from).take(room)) {
            let style = if line.starts_with('#') { self.theme.emphasis() } else { ratatui::style::Style::new() };
            let text = line.trim_start_matches('#').trim_start();
            let text = if line.starts_with('#') { text } else { line };
            buffer.set_stringn(area.x + 1, area.y + row, text, usize::from(area.width).saturating_sub(1), style);
        }
        buffer.set_stringn(area.x, area.bottom() - 1, foot, usize::from(area.width), self.theme.dim());
    }
}

/// The column of the descriptions.
const WORDS: usize = 16;

/// A key and its description, wrapped.
fn wrap_key(key: &str, words: &str, width: usize) -> Vec<String> {
    let heads = [key].into_iter().chain(std::iter::repeat(""));
    heads.zip(wrap(words, width - WORDS, "")).map(|(head, words)| format!("{head:<WORDS$}{words}")).collect()
}
