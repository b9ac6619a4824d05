//! A scene as a PNG image, rendered from its SVG.

use std::sync::{Arc, LazyLock};

use menagerie_game::{GameInfo, Scene};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::{Style, svg};

/// The maximum width in pixels.
pub const MAX_WIDTH: u16 = 4096;
/// The maximum number of pixels. Drawing them takes 128 MB.
const MAX_PIXELS: u64 = 32_000_000;

/// Why no image was drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DrawError {
    /// The width is 0.
    #[error("an image is 1 to {MAX_WIDTH} pixels wide, not {0}")]
    Width(u32),
    /// The image would be too large.
    #[error("an image of {width}×{height} pixels is too large; ask for a smaller width")]
    TooLarge {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The renderer refuses the SVG, for example because of a game's artwork.
    #[error("the picture cannot be drawn: {0}")]
    Picture(String),
}

/// Draws a scene as a PNG image of this width. The height follows from the scene.
pub fn png(info: &GameInfo, scene: &Scene, style: &Style, width: u32) -> Result<Vec<u8>, DrawError> {
    render(&svg(info, scene, style), width)
}

/// Draws an SVG document as a PNG image of this width.
pub fn render(document: &str, width: u32) -> Result<Vec<u8>, DrawError> {
    let pixels_wide =
        u16::try_from(width).ok().filter(|width| (1..=MAX_WIDTH).contains(width)).ok_or(DrawError::Width(width))?;
    let picture = |error: &dyn std::fmt::Display| DrawError::Picture(error.to_string());
    let tree = Tree::from_str(document, &options()).map_err(|error| picture(&error))?;
    let scale = f32::from(pixels_wide) / tree.size().width();
    let height = ((tree.size().height() * scale).round() as u32).max(1);
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(DrawError::TooLarge { width, height });
    }
    let mut pixels = Pixmap::new(width, height).ok_or(DrawError::TooLarge { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| picture(&error))
}

/// Only the built-in font is loaded, so an image is the same on every machine.
pub(crate) fn options() -> Options<'static> {
    static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(include_bytes!("../font/Inter-Medium.otf").to_vec());
        fonts.load_font_data(include_bytes!("../font/Inter-Bold.otf").to_vec());
        fonts.set_sans_serif_family("Inter");
        Arc::new(fonts)
    });
    Options { font_family: "Inter".to_owned(), fontdb: Arc::clone(&FONTS), ..Options::default() }
}
