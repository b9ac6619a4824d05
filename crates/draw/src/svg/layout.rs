//! Where everything goes.

use std::collections::BTreeMap;
use std::fmt::Write;

use menagerie_game::{GameInfo, Place, Scene, Seat, Site};

use super::markup::{Rect, length, letters_in};
use crate::Style;
use crate::seats::sits_on_top;
use crate::trays::{Tray, trays};
use crate::words::{capitalised, wrap};

/// The side of a square.
pub(crate) const CELL: f64 = 64.0;
/// The band around a board that carries the coordinates.
pub(crate) const BAND: f64 = 26.0;
const MARGIN: f64 = 28.0;
const GAP: f64 = 24.0;
/// Between a board's frame and the cells beside it.
const BESIDE: f64 = 10.0;
/// Hands are shown in a column of this many slots beside a single board.
const COLUMN_SLOTS: f64 = 4.0;
const SLOT: f64 = 62.0;
const SLOT_GAP: f64 = 8.0;
/// Captions longer than this are cut.
const CAPTION_LINES: usize = 4;

/// What kind of place a spot is drawn as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surface {
    /// A square of a board.
    Square,
    /// A cell beside a board.
    Beside,
    /// A slot of a tray.
    Slot,
}

/// Where a spot is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub rect: Rect,
    /// Where its figure goes: a square.
    pub figure: Rect,
    pub surface: Surface,
}

/// Where a board is drawn.
pub(crate) struct BoardBox {
    /// Index of its plane.
    pub plane: usize,
    /// Its squares.
    pub grid: Rect,
}

/// Words, and where their line begins.
pub(crate) struct Words {
    pub text: String,
    pub x: f64,
    pub y: f64,
    pub size: f64,
    /// Whose they are: the seat's shape stands before them.
    pub seat: Option<Seat>,
    pub class: &'static str,
}

/// Where everything goes.
pub(crate) struct Layout {
    pub width: f64,
    pub height: f64,
    /// How much larger words must be in a wide picture.
    pub type_scale: f64,
    pub boards: Vec<BoardBox>,
    pub cells: BTreeMap<Place, Cell>,
    pub words: Vec<Words>,
    pub caption: Vec<String>,
    /// The caption's first base line.
    pub caption_y: f64,
    flipped: bool,
}

/// What belongs together beside or under the boards: one seat's things, or everybody's.
struct Panel<'a> {
    seat: Option<Seat>,
    header: String,
    trays: Vec<Tray<'a>>,
}

impl Layout {
    pub(crate) fn new(info: &GameInfo, scene: &Scene, style: &Style) -> Self {
        let mut layout = Self {
            width: 0.0,
            height: 0.0,
            type_scale: 1.0,
            boards: Vec::new(),
            cells: BTreeMap::new(),
            words: Vec::new(),
            caption: Vec::new(),
            caption_y: 0.0,
            flipped: style.flipped,
        };
        let (right, bottom) = layout.place_boards(scene);
        let panels = panels(info, scene);
        let beside = scene.planes.len() == 1 && !panels.is_empty();
        layout.width = if beside { right + GAP + column_width() } else { right.max(320.0) } + MARGIN;
        layout.type_scale = (layout.width / 900.0).clamp(1.0, 1.7);
        let bottom = if beside {
            layout.place_column(info, panels, right + GAP, bottom)
        } else {
            layout.place_rows(panels, bottom)
        };
        layout.place_caption(scene, style, bottom);
        layout
    }

    /// Puts the boards side by side and says where they end.
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
                self.words.push(Words {
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

    /// Panels in a column: those of the seats at the top, everybody's, those of the seats at the bottom.
    fn place_column(&mut self, info: &GameInfo, panels: Vec<Panel<'_>>, x: f64, bottom: f64) -> f64 {
        let on_top = |panel: &Panel<'_>| panel.seat.is_some_and(|seat| sits_on_top(info, seat) != self.flipped);
        let (upper, rest): (Vec<_>, Vec<_>) = panels.into_iter().partition(on_top);
        let (lower, shared): (Vec<_>, Vec<_>) = rest.into_iter().partition(|panel| panel.seat.is_some());
        let mut y = MARGIN;
        for panel in upper.iter().chain(&shared) {
            y = self.place_panel(panel, x, y, column_width()) + GAP;
        }
        let height: f64 = lower.iter().map(|panel| self.panel_height(panel, column_width()) + GAP).sum();
        y = y.max(bottom + GAP - height);
        for panel in &lower {
            y = self.place_panel(panel, x, y, column_width()) + GAP;
        }
        bottom.max(y - GAP)
    }

    /// Panels under the boards: the seats' share rows, everybody's has its own.
    fn place_rows(&mut self, panels: Vec<Panel<'_>>, top: f64) -> f64 {
        let (own, shared): (Vec<_>, Vec<_>) = panels.into_iter().partition(|panel| panel.seat.is_some());
        let width = self.width - 2.0 * MARGIN;
        let mut bottom = top;
        let share = width / length(own.len().max(1));
        for (i, panel) in own.iter().enumerate() {
            bottom = bottom.max(self.place_panel(panel, MARGIN + share * length(i), top + GAP, share - GAP));
        }
        for panel in &shared {
            bottom = self.place_panel(panel, MARGIN, bottom + GAP, width);
        }
        bottom
    }

    /// Puts a panel and says where it ends.
    fn place_panel(&mut self, panel: &Panel<'_>, x: f64, y: f64, width: f64) -> f64 {
        let size = 19.0 * self.type_scale;
        let mut y = y;
        if !panel.header.is_empty() {
            let text = panel.header.clone();
            self.words.push(Words { text, x, y: y + size, size, seat: panel.seat, class: "seat" });
            y += size * 1.7;
        }
        for tray in &panel.trays {
            if panel.seat.is_none() || panel.trays.len() > 1 {
                let text = capitalised(tray.name);
                self.words.push(Words { text, x, y: y + size, size, seat: None, class: "tray" });
                y += size * 1.6;
            }
            let slots = Slots::of(tray, width, self.type_scale);
            for (i, spot) in tray.spots().enumerate() {
                let cell = slots.cell(i, x, y);
                self.cells.insert(spot.id, cell);
                self.label(&spot.label, cell, &slots);
            }
            y += slots.height(tray.spots().len()) + SLOT_GAP;
        }
        y - if panel.trays.is_empty() { size * 0.5 } else { SLOT_GAP }
    }

    /// As high as [`Self::place_panel`] makes it.
    fn panel_height(&self, panel: &Panel<'_>, width: f64) -> f64 {
        let mut trial =
            Self { boards: Vec::new(), cells: BTreeMap::new(), words: Vec::new(), caption: Vec::new(), ..*self };
        trial.place_panel(panel, 0.0, 0.0, width)
    }

    /// The words under a slot's figure.
    fn label(&mut self, label: &str, cell: Cell, slots: &Slots) {
        if !slots.labelled {
            return;
        }
        let size = slots.font;
        for (i, text) in cut(wrap(label, letters_in(cell.rect.w - 12.0, size)), slots.lines).into_iter().enumerate() {
            let (x, _) = cell.rect.middle();
            let y = cell.figure.bottom() + size * (1.0 + 1.2 * length(i));
            self.words.push(Words { text, x, y, size, seat: None, class: "label" });
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

    /// Where a figure of this size stands whose lowest file and rank is the cell.
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

pub(crate) const fn margin() -> f64 {
    MARGIN
}

fn column_width() -> f64 {
    COLUMN_SLOTS * (SLOT + SLOT_GAP) - SLOT_GAP
}

/// How far a column or row lies from the board's edge; those beside the board lie outside its frame.
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

/// The first lines; where more follow, the last one ends in an ellipsis.
fn cut(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    lines
}

/// The room that cells beside a board take.
fn band(cells: i16) -> f64 {
    if cells == 0 { 0.0 } else { f64::from(cells) * CELL + BESIDE }
}

/// How many columns and rows of cells lie beside a board.
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

/// How the slots of a tray are set in rows.
struct Slots {
    labelled: bool,
    per_row: usize,
    w: f64,
    h: f64,
    /// Size and greatest number of lines of the labels.
    font: f64,
    lines: usize,
}

impl Slots {
    fn of(tray: &Tray<'_>, width: f64, type_scale: f64) -> Self {
        let count = tray.spots().len();
        let font = 13.0 * type_scale;
        if tray.is_hand() {
            let per_row = ((width + SLOT_GAP) / (SLOT + SLOT_GAP)).max(1.0) as usize;
            return Self { labelled: false, per_row, w: SLOT, h: SLOT, font, lines: 0 };
        }
        // Short labels stand two lines high under narrow slots; sentences get wide ones.
        let longest = tray.spots().map(|spot| spot.label.chars().count()).max().unwrap_or(0);
        let (least, lines) = if longest > 28 { (width / 3.5, 5) } else { (font * 6.6, 2) };
        let per_row = ((width + SLOT_GAP) / (least.max(SLOT) + SLOT_GAP)).max(1.0) as usize;
        let per_row = per_row.min(count.max(1));
        let w = ((width + SLOT_GAP) / length(per_row) - SLOT_GAP).min(least.max(SLOT) * 1.5);
        let room = letters_in(w - 12.0, font);
        let lines = tray.spots().map(|spot| wrap(&spot.label, room).len()).max().unwrap_or(0).min(lines);
        Self { labelled: true, per_row, w, h: SLOT + font * (0.5 + 1.2 * length(lines)), font, lines }
    }

    fn cell(&self, index: usize, x: f64, y: f64) -> Cell {
        let (row, column) = (index / self.per_row, index % self.per_row);
        let rect =
            Rect::new(x + length(column) * (self.w + SLOT_GAP), y + length(row) * (self.h + SLOT_GAP), self.w, self.h);
        let side = SLOT - 4.0;
        let figure = Rect::new(rect.x + (rect.w - side) / 2.0, rect.y + 2.0, side, side);
        Cell { rect, figure, surface: Surface::Slot }
    }

    fn height(&self, count: usize) -> f64 {
        let rows = length(count.div_ceil(self.per_row));
        rows * (self.h + SLOT_GAP) - SLOT_GAP
    }
}

/// The panels: one for each seat that has trays or counters, and everybody's.
fn panels<'a>(info: &GameInfo, scene: &'a Scene) -> Vec<Panel<'a>> {
    let mut panels: Vec<Panel<'a>> = Vec::new();
    for counter in &scene.counters {
        let panel = panel_of(info, &mut panels, Some(counter.seat));
        let _ = write!(panel.header, "   {} {}", counter.value, counter.name);
    }
    for tray in trays(scene) {
        panel_of(info, &mut panels, tray.seat).trays.push(tray);
    }
    panels
}

fn panel_of<'a, 'p>(info: &GameInfo, panels: &'p mut Vec<Panel<'a>>, seat: Option<Seat>) -> &'p mut Panel<'a> {
    let index = panels.iter().position(|panel| panel.seat == seat).unwrap_or_else(|| {
        let header = seat.map_or_else(String::new, |seat| capitalised(info.seat_name(seat)));
        panels.push(Panel { seat, header, trays: Vec::new() });
        panels.len() - 1
    });
    &mut panels[index]
}
