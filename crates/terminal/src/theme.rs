//! The theme: colours and glyphs of seats, squares and highlights, for terminals with and without
//! colour.

use menagerie_game::{GameInfo, Piece, Seat, Shape};
use ratatui::style::{Color, Modifier, Style};

/// The capabilities of this terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// ASCII characters only.
    pub ascii: bool,
    /// Whether to use colours.
    pub color: bool,
}

/// Why a place is highlighted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Highlight {
    /// It can be selected next.
    Choice,
    /// It is selected.
    Chosen,
    /// The last action changed it.
    Moved,
    /// It belongs to the engine's hint.
    Hint,
}

impl Highlight {
    /// Foreground and background from the 256-colour palette. A test checks that each background
    /// differs from every terrain.
    const fn colors(self) -> (u8, u8) {
        match self {
            Self::Choice => (231, 29),
            Self::Chosen => (16, 220),
            Self::Moved => (231, 130),
            Self::Hint => (231, 91),
        }
    }
}

impl Theme {
    /// The theme for this environment: `TERM`, the locale, and `NO_COLOR`.
    pub fn from_environment(ascii: bool) -> Self {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).unwrap_or_default();
        let theme = Self::from_terminal(&variable("TERM").unwrap_or_default(), &locale);
        Self { ascii: ascii || theme.ascii, color: theme.color && variable("NO_COLOR").is_none() }
    }

    /// The theme for a terminal type and a locale.
    fn from_terminal(term: &str, locale: &str) -> Self {
        let locale = locale.to_lowercase();
        let dumb = term.is_empty() || term == "dumb" || term.starts_with("vt");
        // The font of a text console has 256 or 512 glyphs, without those that we use.
        let few_glyphs = ["linux", "cons", "ansi", "pcansi", "sun"].iter().any(|name| term.starts_with(name));
        Self { ascii: dumb || few_glyphs || !(locale.contains("utf-8") || locale.contains("utf8")), color: !dumb }
    }

    /// The Unicode or the ASCII spelling.
    pub(crate) fn glyph<'a>(self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { unicode }
    }

    /// The style of a seat's piece.
    pub(crate) fn chip(self, info: &GameInfo, seat: Option<Seat>) -> Style {
        let facts = seat.and_then(|seat| info.seats.get(seat.index()));
        match facts.filter(|_| self.color) {
            Some(facts) => style(facts.ink, facts.fill).add_modifier(Modifier::BOLD),
            None => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// The style of a square.
    pub(crate) fn ground(self, info: &GameInfo, terrain: &str) -> Style {
        match info.terrain(terrain).filter(|_| self.color) {
            Some(terrain) => Style::new().fg(Color::Indexed(252)).bg(indexed(terrain.dark_fill)),
            None => Style::new(),
        }
    }

    /// The style of a highlighted square.
    pub(crate) fn marked(self, ground: Style, mark: Highlight) -> Style {
        if !self.color {
            return ground;
        }
        let (ink, fill) = mark.colors();
        ground.fg(Color::Indexed(ink)).bg(Color::Indexed(fill))
    }

    /// The style of less important text.
    pub(crate) fn dim(self) -> Style {
        if self.color { Style::new().fg(Color::Indexed(245)) } else { Style::new() }
    }

    /// The style of important text.
    pub(crate) fn emphasis(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.color { style.fg(Color::Indexed(220)) } else { style }
    }

    /// The glyph of a seat's shape. A wedge points in the direction of play, so it turns with the
    /// board.
    pub(crate) fn shape(self, info: &GameInfo, seat: Seat, flipped: bool) -> &'static str {
        let Some(facts) = info.seats.get(seat.index()) else { return "" };
        match (facts.shape, flipped) {
            (Shape::WedgeUp, false) | (Shape::WedgeDown, true) => self.glyph("▲", "^"),
            (Shape::WedgeDown, false) | (Shape::WedgeUp, true) => self.glyph("▼", "v"),
            (Shape::Circle, _) => self.glyph("●", ""),
            (Shape::Square, _) => self.glyph("■", ""),
            (Shape::Diamond, _) => self.glyph("◆", ""),
            (Shape::Hexagon, _) => self.glyph("⬢", ""),
            (Shape::Bare, _) => "",
        }
    }
}

/// Whether a seat sits at the top of the board in its normal orientation.
pub(crate) fn sits_on_top(info: &GameInfo, seat: Seat) -> bool {
    match info.seats.get(seat.index()).map(|facts| facts.shape) {
        Some(Shape::WedgeUp) => false,
        Some(Shape::WedgeDown) => true,
        _ => seat.index() * 2 >= info.seats.len(),
    }
}

/// A piece's letters. With two seats, the bottom seat has upper case and the top seat lower case.
/// With more, the seat's letter comes first.
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

/// The nearest colour of the 256-colour palette, which works in nearly every terminal, also over
/// ssh and in tmux.
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

    const MARKS: [Highlight; 4] = [Highlight::Choice, Highlight::Chosen, Highlight::Moved, Highlight::Hint];

    fn rgb(index: u8) -> [i32; 3] {
        const LEVELS: [i32; 6] = [0, 95, 135, 175, 215, 255];
        let level = |part: u8| LEVELS[usize::from(part % 6)];
        match index {
            232.. => [8 + 10 * i32::from(index - 232); 3],
            _ => [level((index - 16) / 36), level((index - 16) / 6), level(index - 16)],
        }
    }

    /// How different two colours look: the weighted distance of their parts, from 0 to 765.
    fn apart(one: u8, other: u8) -> f64 {
        let (one, other) = (rgb(one), rgb(other));
        let red = f64::from(one[0] + other[0]) / 2.0;
        let weights = [2.0 + red / 256.0, 4.0, 2.0 + (255.0 - red) / 256.0];
        let part = |index: usize| weights[index] * f64::from(one[index] - other[index]).powi(2);
        (part(0) + part(1) + part(2)).sqrt()
    }

    fn luminance(index: u8) -> f64 {
        let part = |value: i32| {
            let value = f64::from(value) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = rgb(index).map(part);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    #[test]
    fn marked_squares_differ_from_every_ground_and_from_each_other() {
        for game in menagerie_catalog::games() {
            let info = game.info();
            for terrain in info.terrains {
                let Color::Indexed(ground) = indexed(terrain.dark_fill) else { panic!("an indexed colour") };
                for mark in MARKS {
                    let apart = apart(mark.colors().1, ground);
                    assert!(apart > 100.0, "{mark:?} on {} of {}: {apart:.0}", terrain.id, info.id);
                }
            }
        }
        for (index, mark) in MARKS.iter().enumerate() {
            for other in &MARKS[..index] {
                assert!(apart(mark.colors().1, other.colors().1) > 100.0, "{mark:?} and {other:?}");
            }
        }
    }

    #[test]
    fn words_on_marked_squares_can_be_read() {
        for mark in MARKS {
            let (ink, fill) = mark.colors();
            let (ink, fill) = (luminance(ink) + 0.05, luminance(fill) + 0.05);
            assert!(ink.max(fill) / ink.min(fill) >= 4.5, "{mark:?}");
        }
    }

    #[test]
    fn a_console_without_the_glyphs_gets_plain_characters() {
        let utf8 = "en_US.UTF-8";
        assert_eq!(Theme::from_terminal("linux", utf8), Theme { ascii: true, color: true });
        assert_eq!(Theme::from_terminal("xterm-256color", utf8), Theme { ascii: false, color: true });
        assert_eq!(Theme::from_terminal("xterm-256color", "C"), Theme { ascii: true, color: true });
        assert_eq!(Theme::from_terminal("dumb", utf8), Theme { ascii: true, color: false });
    }

    #[test]
    fn wedges_turn_with_the_board() {
        let info = menagerie_catalog::find("shogi5").expect("a game of the catalog").info();
        let (black, white) = (Seat(0), Seat(1));
        for (theme, up, down) in [(true, "^", "v"), (false, "▲", "▼")] {
            let theme = Theme { ascii: theme, color: false };
            assert_eq!([theme.shape(info, black, false), theme.shape(info, white, false)], [down, up]);
            assert_eq!([theme.shape(info, black, true), theme.shape(info, white, true)], [up, down]);
        }
    }
}
