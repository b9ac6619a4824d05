//! SVG markup: escaping and rectangles.

use std::fmt;

/// Escapes untrusted text for XML character data and attribute values. Drops characters that XML
/// does not allow.
pub(crate) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| match char {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            '\t' | '\n' | '\r' => f.write_str(" "),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => Ok(()),
            _ => fmt::Write::write_char(f, char),
        })
    }
}

/// A rectangle in the picture's units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rect {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Rect {
    pub(crate) const fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    pub(crate) fn right(self) -> f64 {
        self.x + self.w
    }

    pub(crate) fn bottom(self) -> f64 {
        self.y + self.h
    }

    pub(crate) fn middle(self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// The rectangle grown by `by` on every side.
    pub(crate) fn grown(self, by: f64) -> Self {
        Self::new(self.x - by, self.y - by, self.w + 2.0 * by, self.h + 2.0 * by)
    }
}

impl fmt::Display for Rect {
    /// Writes the rectangle as attributes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, y, w, h } = self;
        write!(f, r#"x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}""#)
    }
}

/// A count as a length.
pub(crate) fn length(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The estimated number of letters that fit. A letter is 0.56 of the font size wide on average.
pub(crate) fn letters_in(width: f64, size: f64) -> usize {
    (width / (size * 0.56)).max(1.0) as usize
}
