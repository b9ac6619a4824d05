//! The outlines of pieces, centred in a square of 64.

use menagerie_game::Shape;

use crate::color::Color;
use crate::style::Palette;

/// The outline as SVG path data.
pub(crate) const fn outline(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle | Shape::Bare => "M-27 0A27 27 0 1 1 27 0A27 27 0 1 1 -27 0Z",
        Shape::Square => "M-16-25H16Q25-25 25-16V16Q25 25 16 25H-16Q-25 25 -25 16V-16Q-25-25 -16-25Z",
        Shape::Diamond => "M-5-26Q0-31 5-26L26-5Q31 0 26 5L5 26Q0 31 -5 26L-26 5Q-31 0 -26-5Z",
        Shape::Hexagon => {
            "M-4-27.5Q0-29.8 4-27.5L22-17Q26-14.7 26-10V10Q26 14.7 22 17L4 27.5Q0 29.8 -4 27.5L-22 17Q-26 14.7 -26 10V-10Q-26-14.7 -22-17Z"
        }
        Shape::WedgeUp => {
            "M-3-28.6Q0-30 3-28.6L18-21.5Q20-20.4 20.4-18L25.6 24Q26 28 22 28H-22Q-26 28 -25.6 24L-20.4-18Q-20-20.4 -18-21.5Z"
        }
        Shape::WedgeDown => {
            "M3 28.6Q0 30 -3 28.6L-18 21.5Q-20 20.4 -20.4 18L-25.6-24Q-26-28 -22-28H22Q26-28 25.6-24L20.4 18Q20 20.4 18 21.5Z"
        }
    }
}

/// The side of the artwork inside a shape, and its offset below the centre.
pub(crate) const fn room(shape: Shape) -> (f64, f64) {
    match shape {
        Shape::Circle | Shape::Hexagon => (37.0, 0.0),
        Shape::Square => (40.0, 0.0),
        Shape::Diamond => (33.0, 0.0),
        Shape::WedgeUp => (36.0, 4.0),
        Shape::WedgeDown => (36.0, -4.0),
        Shape::Bare => (48.0, 0.0),
    }
}

/// The shape as seen from this side. Wedges turn with the board.
pub(crate) const fn seen(shape: Shape, flipped: bool) -> Shape {
    match shape {
        Shape::WedgeUp if flipped => Shape::WedgeDown,
        Shape::WedgeDown if flipped => Shape::WedgeUp,
        other => other,
    }
}

/// The colour of the line around a filled shape.
pub(crate) fn edge(fill: Color, palette: &Palette) -> Color {
    if fill.brightness() < 70 && palette.page.brightness() < 100 {
        fill.towards(Color::WHITE, 45)
    } else {
        fill.towards(Color::BLACK, 48)
    }
}
