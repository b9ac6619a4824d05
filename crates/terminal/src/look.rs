//! Colours and signs: how seats and squares differ, with colours and without.

use menagerie_game::{GameInfo, Piece, Seat, Shape};
use ratatui::style::{Color, Modifier, Style};

/// What this terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Plain characters only.
    pub ascii: bool,
    /// Whether colours help.
    pub color: bool,
}

/// Why a place stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// It can be touched next.
    Choice,
    /// It has been touched.
    Chosen,
    /// The last action touched it.
    Moved,
    /// The computer would touch it.
    Hint,
}

impl Look {
    /// What the environment promises: a locale in UTF-8 and a terminal that is not dumb; `NO_COLOR` is heeded.
    pub fn of_environment(ascii: bool) -> Self {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).unwrap_or_default().to_lowercase();
        let dumb = variable("TERM").is_none_or(|term| term == "dumb" || term.starts_with("vt"));
        Self {
            ascii: ascii || dumb || !(locale.contains("utf-8") || locale.contains("utf8")),
            color: !dumb && variable("NO_COLOR").is_none(),
        }
    }

    /// One of two spellings.
    pub(crate) fn sign<'a>(self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { unicode }
    }

    /// The chip of a seat's piece.
    pub(crate) fn chip(self, info: &GameInfo, seat: Option<Seat>) -> Style {
        let facts = seat.and_then(|seat| info.seats.get(seat.index()));
        match facts.filter(|_| self.color) {
            Some(facts) => style(facts.ink, facts.fill).add_modifier(Modifier::BOLD),
            None => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// The ground of a square.
    pub(crate) fn ground(self, info: &GameInfo, terrain: &str) -> Style {
        match info.terrain(terrain).filter(|_| self.color) {
            Some(terrain) => Style::new().fg(Color::Indexed(252)).bg(indexed(terrain.dark_fill)),
            None => Style::new(),
        }
    }

    /// The ground of a square that stands out.
    pub(crate) fn marked(self, ground: Style, mark: Mark) -> Style {
        if !self.color {
            return ground;
        }
        let (ink, fill) = match mark {
            Mark::Choice => (231, 29),
            Mark::Chosen => (16, 220),
            Mark::Moved => (231, 95),
            Mark::Hint => (231, 91),
        };
        ground.fg(Color::Indexed(ink)).bg(Color::Indexed(fill))
    }

    /// Words of less weight.
    pub(crate) fn quiet(self) -> Style {
        if self.color { Style::new().fg(Color::Indexed(245)) } else { Style::new() }
    }

    /// Words that must be seen.
    pub(crate) fn loud(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.color { style.fg(Color::Indexed(220)) } else { style }
    }

    /// The sign of a seat's shape, where there is room for one.
    pub(crate) fn shape(self, info: &GameInfo, seat: Seat) -> &'static str {
        let Some(facts) = info.seats.get(seat.index()).filter(|_| !self.ascii) else { return "" };
        match facts.shape {
            Shape::Circle => "●",
            Shape::Square => "■",
            Shape::Diamond => "◆",
            Shape::Hexagon => "⬢",
            Shape::WedgeUp => "▲",
            Shape::WedgeDown => "▼",
            Shape::Bare => "",
        }
    }
}

/// Whether a seat sits at the top of a board that is not flipped.
pub(crate) fn sits_on_top(info: &GameInfo, seat: Seat) -> bool {
    match info.seats.get(seat.index()).map(|facts| facts.shape) {
        Some(Shape::WedgeUp) => false,
        Some(Shape::WedgeDown) => true,
        _ => seat.index() * 2 >= info.seats.len(),
    }
}

/// A piece's letters: of two seats the one at the bottom has upper case; of more, each its letter before.
pub(crate) fn token(info: &GameInfo, piece: &Piece) -> String {
    let letters = info.kind(&piece.kind).map_or("?", |kind| kind.letters);
    match piece.color {
        None => letters.to_owned(),
        Some(seat) if info.seats.len() > 2 => {
            format!("{}{letters}", info.seats.get(seat.index()).map_or('?', |facts| facts.letter))
        }
        Some(seat) if sits_on_top(info, seat) => letters.to_lowercase(),
        Some(_) => letters.to_uppercase(),
    }
}

fn style(ink: &str, fill: &str) -> Style {
    Style::new().fg(indexed(ink)).bg(indexed(fill))
}

/// The nearest of the 256 colours that nearly every terminal has, also through ssh and tmux.
fn indexed(hex: &str) -> Color {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let part = |i: usize| hex.get(i..i + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
    let (red, green, blue) = (part(1), part(3), part(5));
    let level = |value: u8| {
        let distance = |&i: &usize| LEVELS[i].abs_diff(value);
        (0..LEVELS.len()).min_by_key(distance).unwrap_or(0)
    };
    let (r, g, b) = (level(red), level(green), level(blue));
    let apart = |(x, y, z): (u8, u8, u8)| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(x, red) + square(y, green) + square(z, blue)
    };
    let cube = (16 + 36 * r + 6 * g + b, apart((LEVELS[r], LEVELS[g], LEVELS[b])));
    let grey = (0..24_u8).map(|i| (232 + usize::from(i), apart((8 + 10 * i, 8 + 10 * i, 8 + 10 * i))));
    let (index, _) = grey.chain([cube]).min_by_key(|&(_, distance)| distance).unwrap_or(cube);
    Color::Indexed(index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_the_nearest_of_256() {
        assert_eq!(indexed("#000000"), Color::Indexed(16));
        assert_eq!(indexed("#ff0000"), Color::Indexed(196));
        assert_eq!(indexed("#808080"), Color::Indexed(244));
        assert_eq!(indexed("nonsense"), Color::Indexed(16));
    }
}
