//! The help: keys, the signs of this game, and its guide.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::{TableScreen, markdown};
use crate::legend;
use crate::words::wrap;

/// Keys and what they do.
pub(super) type Keys = &'static [(&'static str, &'static str)];

/// The keys at a table.
pub(super) const KEYS: Keys = &[
    ("arrows, Enter", "go to a place and touch it; a click does the same"),
    ("Tab, Shift-Tab", "go to the next or last place that can be touched"),
    ("1 to 9", "press a button of the line under the board"),
    ("Esc", "take the last touch back"),
    (": or t", "type an action; Tab completes it"),
    ("u", "undo the last action of your turn"),
    ("h, e", "a hint; the computer thinks aloud, or stops"),
    ("f, p", "turn the board round; the next plane"),
    ("d, b, r", "offer a draw; ask to go back to your last turn; resign"),
    ("y, n", "agree to an offer, or decline it"),
    ("m", "when the match is over: another game, with changed sides"),
    ("[ ] { }", "step through what happened; to its beginning and end"),
    ("PgUp, PgDn", "scroll the list of what happened"),
    ("c, w, a", "on a server: talk; to one seat alone; alliances"),
    ("g", "on a server: claim that the player to move has left"),
    ("l, q", "leave the table; leave the program"),
    ("Ctrl-Z", "give the terminal back for a while (fg goes on)"),
];

impl TableScreen {
    /// The whole help, as wide as the screen.
    pub(super) fn help_lines(&self, keys: Keys) -> Vec<String> {
        let info = self.sight.info;
        let width = usize::from(self.size.width).saturating_sub(2).max(20);
        let mut lines = wrap(&format!("{}: {}", info.name, info.tagline), width, "");
        lines.push(String::new());
        lines.extend(keys.iter().flat_map(|(key, words)| wrap_key(key, words, width)));
        lines.push(String::new());
        let seat = |facts: &menagerie_game::SeatInfo| format!("{} is {}", facts.letter, facts.name);
        lines.extend(wrap(&info.seats.iter().map(seat).collect::<Vec<_>>().join(", "), width, ""));
        let kinds: Vec<String> = info.kinds.iter().map(|kind| format!("{} {}", kind.letters, kind.name)).collect();
        lines.extend(wrap(&format!("Signs: {}", kinds.join(", ")), width, "  "));
        let drawn = info.terrains.iter().filter(|terrain| !matches!(terrain.letter, '.' | ' '));
        let grounds: Vec<String> = drawn.map(|terrain| format!("{} {}", terrain.letter, terrain.name)).collect();
        lines.extend(wrap(&grounds.join(", "), width, "  "));
        let marks = legend::meanings(info, &self.sight.scene);
        if !marks.is_empty() && self.sight.cover.is_none() {
            lines.extend(wrap(&format!("Marks on pieces: {}", marks.join(", ")), width, "  "));
        }
        lines.push(String::new());
        lines.extend(markdown::render(info.guide, width));
        lines
    }

    pub(super) fn draw_help(&self, from: usize, keys: Keys, buffer: &mut Buffer) {
        let area = self.size;
        let title = format!(" Help: {} ", self.sight.info.name);
        let foot = " arrows and PgUp/PgDn scroll, any other key goes back ";
        buffer.set_style(Rect { height: 1, ..area }, Modifier::REVERSED);
        buffer.set_stringn(area.x, area.y, title, usize::from(area.width), Modifier::REVERSED);
        let room = usize::from(area.height.saturating_sub(2));
        for (row, line) in (1_u16..).zip(self.help_lines(keys).iter().skip(from).take(room)) {
            let style = if line.starts_with('#') { self.look.loud() } else { ratatui::style::Style::new() };
            let text = line.trim_start_matches('#').trim_start();
            let text = if line.starts_with('#') { text } else { line };
            buffer.set_stringn(area.x + 1, area.y + row, text, usize::from(area.width).saturating_sub(1), style);
        }
        buffer.set_stringn(area.x, area.bottom() - 1, foot, usize::from(area.width), self.look.quiet());
    }
}

/// The column in which the words about a key begin.
const WORDS: usize = 16;

/// A key and what it does; words that do not fit go on below themselves.
fn wrap_key(key: &str, words: &str, width: usize) -> Vec<String> {
    let heads = [key].into_iter().chain(std::iter::repeat(""));
    heads.zip(wrap(words, width - WORDS, "")).map(|(head, words)| format!("{head:<WORDS$}{words}")).collect()
}
