//! The layout of a picture.

use std::collections::BTreeMap;

use menagerie_game::{GameInfo, Place, Scene, Seat, Site};

use super::markup::{Rect, length, letters_in};
use super::panels::{COLUMN, Panels};
use crate::Style;
use crate::labels::wrap;

/// The side of a square.
pub(crate) const CELL: f64 = 64.0;
/// The width of the frame with the coordinates.
pub(crate) const BAND: f64 = 26.0;
pub(super) const MARGIN: f64 = 28.0;
pub(super) const GAP: f64 = 24.0;
/// The gap between a board's frame and the cells beside it.
const BESIDE: f64 = 10.0;
/// The maximum number of caption lines.
const CAPTION_LINES: usize = 4;

/// The kind of place that a spot is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surface {
    /// A square of a board.
    Square,
    /// A cell beside a board.
    Beside,
    /// A slot of a tray.
    Slot,
}

/// The area of a spot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub rect: Rect,
    /// The square for its piece.
    pub figure: Rect,
    pub surface: Surface,
}

/// The area of a board.
pub(crate) struct BoardBox {
    /// The index of its plane.
    pub plane: usize,
    /// Its squares.
    pub grid: Rect,
}

/// A line of text and its position.
pub(crate) struct TextLabel {
    pub text: String,
    pub x: f64,
    pub y: f64,
    pub size: f64,
    /// Its seat. The seat's shape is drawn in front of the text.
    pub seat: Option<Seat>,
    pub class: &'static str,
}

/// The areas of everything in a picture.
pub(crate) struct Layout {
    pub width: f64,
    pub height: f64,
    /// The scale of text, which grows with the width of the picture.
    pub type_scale: f64,
    pub boards: Vec<BoardBox>,
    pub cells: BTreeMap<Place, Cell>,
    pub labels: Vec<TextLabel>,
    pub caption: Vec<String>,
    /// The first baseline of the caption.
    pub caption_y: f64,
    pub(super) flipped: bool,
}

impl Layout {
    pub(crate) fn new(info: &GameInfo, scene: &Scene, style: &Style) -> Self {
        let mut layout = Self {
            width: 0.0,
            height: 0.0,
            type_scale: 1.0,
            boards: Vec::new(),
            cells: BTreeMap::new(),
            labels: Vec::new(),
            caption: Vec::new(),
            caption_y: 0.0,
            flipped: style.flipped,
        };
        let (right, bottom) = layout.place_boards(scene);
        let panels = Panels::of(info, scene);
        let beside = scene.planes.len() == 1 && panels.fill_a_column();
        layout.width = if beside { right + GAP + COLUMN } else { right.max(320.0) } + MARGIN;
        layout.type_scale = (layout.width / 900.0).clamp(1.0, 1.7);
        let bottom = if beside {
            layout.place_column(info, panels, right + GAP, bottom)
        } else {
            layout.place_rows(panels, bottom)
        };
        layout.place_caption(scene, style, bottom);
        layout
    }

    /// Places the boards side by side. Returns their right and bottom edges.
    fn place_boards(&mut self, scene: &Scene) -> (f64, f64) {
        let titled = scene.planes.iter().any(|plane| !plane.title.is_empty());
        let top = MARGIN + if titled { 34.0 } else { 0.0 };
        let (mut left, mut bottom) = (MARGIN, top);
        for (index, plane) in scene.planes.iter().enumerate() {
            let beside = Beside::of(scene, index, self.flipped);
            let (w, h) = (f64::from(plane.width) * CELL, f64::from(plane.height) * CELL);
            let grid = Rect::new(left + band(beside.left) + BAND, top + band(beside.top) + BAND, w, h);
            self.boards.push(BoardBox { plane: index, grid });
            self.place_squares(scene, index, grid);
            if !plane.title.is_empty() {
                self.labels.push(TextLabel {
                    text: plane.title.to_string(),
                    x: grid.x - BAND + 4.0,
                    y: MARGIN + 18.0,
                    size: 26.0,
                    seat: None,
                    class: "title",
                });
            }
            left = grid.right() + BAND + band(beside.right) + GAP;
            bottom = bottom.max(grid.bottom() + BAND + band(beside.bottom));
        }
        (left - GAP, bottom)
    }

    fn place_squares(&mut self, scene: &Scene, index: usize, grid: Rect) {
        let plane = &scene.planes[index];
        for spot in &scene.spots {
            let Site::Plane { plane: on, x, y } = spot.site else { continue };
            if usize::from(on) != index {
                continue;
            }
            let (x, y) = (i16::from(x), i16::from(y));
            let (w, h) = (i16::from(plane.width), i16::from(plane.height));
            let (column, row) = if self.flipped { (w - 1 - x, y) } else { (x, h - 1 - y) };
            let rect = Rect::new(grid.x + offset(column, w), grid.y + offset(row, h), CELL, CELL);
            let on_board = (0..w).contains(&x) && (0..h).contains(&y);
            let surface = if on_board { Surface::Square } else { Surface::Beside };
            self.cells.insert(spot.id, Cell { rect, figure: rect, surface });
        }
    }

    fn place_caption(&mut self, scene: &Scene, style: &Style, bottom: f64) {
        let size = self.caption_size();
        let room = letters_in(self.width - 2.0 * MARGIN - 2.0 * size, size);
        if !style.no_caption {
            self.caption = cut(wrap(&scene.prompt.text, room), CAPTION_LINES);
        }
        self.caption_y = bottom + GAP + size * 0.9;
        let lines = length(self.caption.len());
        self.height = if self.caption.is_empty() {
            bottom + MARGIN
        } else {
            self.caption_y + size * 1.35 * (lines - 1.0) + MARGIN
        };
    }

    pub(crate) fn caption_size(&self) -> f64 {
        20.0 * self.type_scale
    }

    /// The area of a piece of this size whose lowest file and rank is the cell.
    pub(crate) fn block(&self, cell: Cell, size: u8) -> Rect {
        let more = CELL * f64::from(size.max(1) - 1);
        let Rect { x, y, w, h } = cell.figure;
        match cell.surface {
            Surface::Square if self.flipped => Rect::new(x - more, y, w + more, h + more),
            Surface::Square => Rect::new(x, y - more, w + more, h + more),
            Surface::Beside | Surface::Slot => cell.figure,
        }
    }
}

/// The offset of a column or row from the board's edge. Those beside the board lie outside its
/// frame.
fn offset(index: i16, count: i16) -> f64 {
    let edge = if index < 0 {
        -(BAND + BESIDE)
    } else if index >= count {
        BAND + BESIDE
    } else {
        0.0
    };
    f64::from(index) * CELL + edge
}

/// The first `most` lines. If lines are cut, the last one ends in an ellipsis.
pub(super) fn cut(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    lines
}

/// The width of the cells beside a board.
fn band(cells: i16) -> f64 {
    if cells == 0 { 0.0 } else { f64::from(cells) * CELL + BESIDE }
}

/// The number of columns and rows of cells beside a board.
struct Beside {
    left: i16,
    right: i16,
    top: i16,
    bottom: i16,
}

impl Beside {
    fn of(scene: &Scene, index: usize, flipped: bool) -> Self {
        let (w, h) = (i16::from(scene.planes[index].width), i16::from(scene.planes[index].height));
        let mut beside = Self { left: 0, right: 0, top: 0, bottom: 0 };
        for spot in &scene.spots {
            let Site::Plane { plane, x, y } = spot.site else { continue };
            if usize::from(plane) == index {
                let (x, y) = (i16::from(x), i16::from(y));
                beside.left = beside.left.max(-x);
                beside.right = beside.right.max(x - w + 1);
                beside.bottom = beside.bottom.max(-y);
                beside.top = beside.top.max(y - h + 1);
            }
        }
        if flipped {
            std::mem::swap(&mut beside.left, &mut beside.right);
            std::mem::swap(&mut beside.top, &mut beside.bottom);
        }
        beside
    }
}
