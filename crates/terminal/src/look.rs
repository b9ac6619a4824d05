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

impl Mark {
    /// Ink and fill, of the 256 colours. No ground of a game is like a fill: a test compares them all.
    const fn colors(self) -> (u8, u8) {
        match self {
            Self::Choice => (231, 29),
            Self::Chosen => (16, 220),
            Self::Moved => (231, 130),
            Self::Hint => (231, 91),
        }
    }
}

impl Look {
    /// What the environment promises: a locale in UTF-8 and a terminal with the glyphs; `NO_COLOR` is heeded.
    pub fn of_environment(ascii: bool) -> Self {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).unwrap_or_default();
        let look = Self::of_terminal(&variable("TERM").unwrap_or_default(), &locale);
        Self { ascii: ascii || look.ascii, color: look.color && variable("NO_COLOR").is_none() }
    }

    /// What a terminal of this name can show in this locale.
    fn of_terminal(term: &str, locale: &str) -> Self {
        let locale = locale.to_lowercase();
        let dumb = term.is_empty() || term == "dumb" || term.starts_with("vt");
        // The font of a console outside of a graphical desktop has 256 or 512 glyphs. Our signs are not among them.
        let few_glyphs = ["linux", "cons", "ansi", "pcansi", "sun"].iter().any(|name| term.starts_with(name));
        Self { ascii: dumb || few_glyphs || !(locale.contains("utf-8") || locale.contains("utf8")), color: !dumb }
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
        let (ink, fill) = mark.colors();
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

    /// The sign of a seat's shape, where there is room for one. A wedge points where its pieces go: on a board that is
    /// flipped, the other way.
    pub(crate) fn shape(self, info: &GameInfo, seat: Seat, flipped: bool) -> &'static str {
        let Some(facts) = info.seats.get(seat.index()) else { return "" };
        match (facts.shape, flipped) {
            (Shape::WedgeUp, false) | (Shape::WedgeDown, true) => self.sign("▲", "^"),
            (Shape::WedgeDown, false) | (Shape::WedgeUp, true) => self.sign("▼", "v"),
            (Shape::Circle, _) => self.sign("●", ""),
            (Shape::Square, _) => self.sign("■", ""),
            (Shape::Diamond, _) => self.sign("◆", ""),
            (Shape::Hexagon, _) => self.sign("⬢", ""),
            (Shape::Bare, _) => "",
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

    const MARKS: [Mark; 4] = [Mark::Choice, Mark::Chosen, Mark::Moved, Mark::Hint];

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
        assert_eq!(Look::of_terminal("linux", utf8), Look { ascii: true, color: true });
        assert_eq!(Look::of_terminal("xterm-256color", utf8), Look { ascii: false, color: true });
        assert_eq!(Look::of_terminal("xterm-256color", "C"), Look { ascii: true, color: true });
        assert_eq!(Look::of_terminal("dumb", utf8), Look { ascii: true, color: false });
    }

    #[test]
    fn wedges_turn_with_the_board() {
        let info = menagerie_catalog::find("shogi5").expect("a game of the catalog").info();
        let (black, white) = (Seat(0), Seat(1));
        for (look, up, down) in [(true, "^", "v"), (false, "▲", "▼")] {
            let look = Look { ascii: look, color: false };
            assert_eq!([look.shape(info, black, false), look.shape(info, white, false)], [down, up]);
            assert_eq!([look.shape(info, black, true), look.shape(info, white, true)], [up, down]);
        }
    }
}
