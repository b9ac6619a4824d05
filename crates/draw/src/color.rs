//! RGB colours: parsing, mixing, and readable text colours.

use std::fmt;

/// Red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Color(pub u8, pub u8, pub u8);

impl Color {
    pub(crate) const BLACK: Self = Self(0, 0, 0);
    pub(crate) const WHITE: Self = Self(255, 255, 255);

    /// Parses `#rrggbb`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
        Some(Self(part(0)?, part(2)?, part(4)?))
    }

    /// Mixes `percent` of the other colour into this one.
    pub(crate) fn towards(self, other: Self, percent: u16) -> Self {
        let mix = |a: u8, b: u8| ((u16::from(a) * (100 - percent) + u16::from(b) * percent) / 100) as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The perceived brightness, from 0 to 255.
    pub(crate) fn brightness(self) -> u32 {
        (u32::from(self.0) * 299 + u32::from(self.1) * 587 + u32::from(self.2) * 114) / 1000
    }

    /// A text colour that is readable on this background.
    pub(crate) fn ink(self) -> Self {
        if self.brightness() > 120 { Self(0x2b, 0x24, 0x1e) } else { Self(0xf6, 0xf0, 0xe4) }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::Color;

    #[test]
    fn colours_are_read_and_written() {
        assert_eq!(Color::read("#0a1Bff").map(|color| color.to_string()).as_deref(), Some("#0a1bff"));
        for wrong in ["", "#fff", "0a1bff", "#0a1bfg", "#+a1bff0", "#éééa"] {
            assert_eq!(Color::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn ink_stands_out() {
        for color in [Color::BLACK, Color::WHITE, Color(0xd0, 0x20, 0x20), Color(0xf0, 0xc0, 0x30)] {
            assert!(color.brightness().abs_diff(color.ink().brightness()) > 70, "{color}");
        }
    }
}
