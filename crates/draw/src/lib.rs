//! Draws a [`Scene`](menagerie_game::Scene) as text, SVG or PNG. The crate knows no game by name:
//! it draws the scene and the game's facts.
//!
//! ```
//! use menagerie_draw::{Style, png, svg, text};
//! # use menagerie_game::{GameInfo, PlaceName, Plane, Scene};
//! # static INFO: GameInfo = GameInfo { id: "g", messages: menagerie_game::Messages::none(), minutes: (1, 2), seats: &[], options: &[], chance: false,
//! #     hidden: false, kinds: &[], terrains: &[], place_name: PlaceName::square, rules: "", guide: "", lessons: "", hints: &[], topics: &[] };
//! # let (info, mut scene) = (&INFO, Scene::default());
//! # scene.planes.push(Plane { id: "board".into(), title: "".into(), width: 3, height: 1 });
//! let style = Style::default();
//! assert!(text(info, &scene).starts_with("    a b c"));
//! assert!(svg(info, &scene, &style).starts_with("<svg"));
//! assert!(png(info, &scene, &style, 600)?.starts_with(b"\x89PNG"));
//! # Ok::<(), menagerie_draw::DrawError>(())
//! ```

#[cfg(feature = "pictures")]
mod color;
mod labels;
#[cfg(feature = "pictures")]
mod png;
#[cfg(feature = "pictures")]
mod preview;
mod seats;
#[cfg(feature = "pictures")]
mod style;
#[cfg(feature = "pictures")]
mod svg;
mod text;
mod trays;

#[cfg(feature = "pictures")]
pub use png::{DrawError, MAX_WIDTH, png, render};
#[cfg(feature = "pictures")]
pub use preview::{PREVIEW_SIZE, preview};
#[cfg(feature = "pictures")]
pub use style::{Highlight, Mark, Style, Theme};
#[cfg(feature = "pictures")]
pub use svg::svg;
pub use text::text;
