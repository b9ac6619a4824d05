//! A [`Scene`](menagerie_game::Scene) as text, SVG and PNG. Knows no game by name: all it draws is in the scene and the
//! game's facts.

mod color;
mod png;
mod seats;
mod style;
mod svg;
mod text;
mod trays;
mod words;

pub use png::{DrawError, MAX_WIDTH, png};
pub use style::{Highlight, Mark, Style, Theme};
pub use svg::svg;
pub use text::text;
