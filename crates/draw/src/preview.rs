//! The preview image of a link: one board or several in a row, in the format of Open Graph.

use menagerie_game::{GameInfo, Scene};
use resvg::tiny_skia::{Color as Fill, Pixmap, Transform};
use resvg::usvg::Tree;

use crate::png::options;
use crate::{DrawError, Style, svg};

/// The width and height of a preview in pixels: the usual ratio of Open Graph images.
pub const PREVIEW_SIZE: (u16, u16) = (1200, 630);
/// The empty space around each board.
const MARGIN: f32 = 15.0;

/// Draws scenes side by side as a PNG image of [`PREVIEW_SIZE`], without their prompts.
pub fn preview(boards: &[(&GameInfo, &Scene)]) -> Result<Vec<u8>, DrawError> {
    let (width, height) = (u32::from(PREVIEW_SIZE.0), u32::from(PREVIEW_SIZE.1));
    let style = Style { no_caption: true, ..Style::default() };
    let mut pixels = Pixmap::new(width, height).ok_or(DrawError::TooLarge { width, height })?;
    let page = style.theme.palette().page;
    pixels.fill(Fill::from_rgba8(page.0, page.1, page.2, u8::MAX));
    let cell = f32::from(PREVIEW_SIZE.0) / boards.len().max(1) as f32;
    for (index, (info, scene)) in boards.iter().enumerate() {
        let tree = Tree::from_str(&svg(info, scene, &style), &options())
            .map_err(|error| DrawError::Picture(error.to_string()))?;
        resvg::render(&tree, fitted(&tree, index as f32 * cell, cell), &mut pixels.as_mut());
    }
    pixels.encode_png().map_err(|error| DrawError::Picture(error.to_string()))
}

/// Centres a picture in the column that begins at `x` and is `cell` wide.
fn fitted(tree: &Tree, x: f32, cell: f32) -> Transform {
    let (size, height) = (tree.size(), f32::from(PREVIEW_SIZE.1));
    let scale = ((cell - 2.0 * MARGIN) / size.width()).min((height - 2.0 * MARGIN) / size.height());
    let left = x + (cell - size.width() * scale) / 2.0;
    let top = (height - size.height() * scale) / 2.0;
    Transform::from_row(scale, 0.0, 0.0, scale, left, top)
}
