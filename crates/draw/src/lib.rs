//! A [`Scene`](menagerie_game::Scene) as text, SVG and PNG. Knows no game by name: all it draws is in the scene and the
//! game's facts.
//!
//! ```
//! use menagerie_draw::{Style, png, svg, text};
//! # use menagerie_game::{GameInfo, PlaceName, Plane, Scene};
//! # static INFO: GameInfo = GameInfo { id: "g", name: "G", tagline: "", minutes: (1, 2), seats: &[], options: &[], chance: false,
//! #     hidden: false, kinds: &[], terrains: &[], place_name: PlaceName::square, rules: "", guide: "", hints: &[] };
//! # let (info, mut scene) = (&INFO, Scene::default());
//! # scene.planes.push(Plane { id: "board".into(), title: "".into(), width: 3, height: 1 });
//! let style = Style::default();
//! assert!(text(info, &scene).starts_with("    a b c"));
//! assert!(svg(info, &scene, &style).starts_with("<svg"));
//! assert!(png(info, &scene, &style, 600)?.starts_with(b"\x89PNG"));
//! # Ok::<(), menagerie_draw::DrawError>(())
//! ```

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
