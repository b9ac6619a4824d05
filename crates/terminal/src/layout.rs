//! Where everything of a table lies on the screen. Drawing and hit-testing read the same answer.

use std::ops::Range;

use menagerie_game::{Place, Scene, Site};
use ratatui::layout::{Position, Rect};

use crate::choose::Chooser;
use crate::look::token;
use crate::sight::Sight;
use crate::trays::{Tray, trays};

/// The smallest terminal.
pub(crate) const LEAST: (u16, u16) = (80, 24);
/// Room for rank numbers.
const RANKS: u16 = 3;
/// Sizes of a square, the largest first.
const CELLS: [(u16, u16); 6] = [(7, 3), (6, 3), (5, 2), (4, 2), (4, 1), (3, 1)];
/// The least width of a panel beside the boards, and the least height of one below.
const PANEL: (u16, u16) = (28, 8);

/// How the person likes to look at the boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Angle {
    /// From the other side.
    pub(crate) flipped: bool,
    /// The plane shown where not all have room.
    pub(crate) plane: usize,
}

/// The places of one screen.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) title: Rect,
    pub(crate) boards: Vec<Board>,
    /// Everything that can be touched.
    pub(crate) spots: Vec<(Place, Rect)>,
    /// Titles of trays.
    pub(crate) titles: Vec<(String, Rect)>,
    pub(crate) seats: Rect,
    pub(crate) log: Rect,
    pub(crate) prompt: Rect,
    pub(crate) message: Rect,
    /// Buttons: their ids, labels and places.
    pub(crate) buttons: Vec<(String, String, Rect)>,
    /// What lies under the cursor, in words.
    pub(crate) about: Rect,
    pub(crate) foot: Rect,
}

/// One board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// Which plane.
    pub(crate) plane: usize,
    /// Title, files and squares.
    pub(crate) area: Rect,
    /// Room for ranks at the left.
    pub(crate) ranks: u16,
    /// The first row of squares.
    pub(crate) top: u16,
    xs: Range<i16>,
    ys: Range<i16>,
    flipped: bool,
    cell: (u16, u16),
}

impl Board {
    /// The place of a square on the screen.
    pub(crate) fn cell(&self, x: i16, y: i16) -> Rect {
        let column = if self.flipped { self.xs.end - 1 - x } else { x - self.xs.start };
        let row = if self.flipped { y - self.ys.start } else { self.ys.end - 1 - y };
        let (width, height) = self.cell;
        Rect::new(self.area.x + self.ranks + column as u16 * width, self.top + row as u16 * height, width, height)
    }
}

impl Layout {
    /// The places on a screen of this size; nothing if it is too small.
    pub(crate) fn new(sight: &Sight, chooser: &Chooser, angle: Angle, size: Rect) -> Option<Self> {
        if size.width < LEAST.0 || size.height < LEAST.1 {
            return None;
        }
        let line = |from_bottom: u16| Rect::new(size.x, size.bottom() - from_bottom, size.width, 1);
        let table = Rect::new(size.x, size.y + 1, size.width, size.height - 6);
        let (boards, panel) = place_boards(sight, angle, table)?;
        let mut layout = Self {
            title: Rect { height: 1, ..size },
            spots: Vec::new(),
            titles: Vec::new(),
            seats: Rect::ZERO,
            log: Rect::ZERO,
            prompt: line(5),
            message: line(4),
            buttons: place_buttons(sight, chooser, line(3)),
            about: line(2),
            foot: line(1),
            boards,
        };
        layout.place_spots(&sight.scene);
        layout.place_panel(sight, panel);
        Some(layout)
    }

    /// What lies at this point of the screen.
    pub(crate) fn at(&self, point: Position) -> Option<Place> {
        self.spots.iter().find(|(_, area)| area.contains(point)).map(|(place, _)| *place)
    }

    /// The button at this point.
    pub(crate) fn button_at(&self, point: Position) -> Option<&str> {
        self.buttons.iter().find(|(_, _, area)| area.contains(point)).map(|(id, _, _)| id.as_str())
    }

    /// Where a place lies.
    pub(crate) fn area_of(&self, place: Place) -> Option<Rect> {
        self.spots.iter().find(|(it, _)| *it == place).map(|(_, area)| *area)
    }

    /// The nearest place in a direction (columns to the right, rows down).
    pub(crate) fn towards(&self, from: Place, (dx, dy): (i32, i32)) -> Option<Place> {
        let middle = |area: &Rect| {
            (2 * i32::from(area.x) + i32::from(area.width), 2 * (2 * i32::from(area.y) + i32::from(area.height)))
        };
        let (x, y) = middle(&self.area_of(from)?);
        let cost = |area: &Rect| {
            let (to_x, to_y) = middle(area);
            let (along, aside) = if dx == 0 { ((to_y - y) * dy, to_x - x) } else { ((to_x - x) * dx, to_y - y) };
            (along > 0 && aside.abs() <= 4 * along).then_some(along + 3 * aside.abs())
        };
        let near = self.spots.iter().filter_map(|(place, area)| cost(area).map(|cost| (cost, *place)));
        near.min_by_key(|&(cost, _)| cost).map(|(_, place)| place)
    }

    fn place_spots(&mut self, scene: &Scene) {
        for spot in &scene.spots {
            let Site::Plane { plane, x, y } = spot.site else { continue };
            if let Some(board) = self.boards.iter().find(|board| board.plane == usize::from(plane)) {
                self.spots.push((spot.id, board.cell(x.into(), y.into())));
            }
        }
    }

    /// Seats, trays and the move list: in one column beside the boards, in two below them.
    fn place_panel(&mut self, sight: &Sight, panel: Rect) {
        let trays = trays(sight.info, &sight.scene);
        let wide = panel.width >= 2 * PANEL.0 + 2;
        let half = if wide { panel.width / 2 } else { panel.width };
        let seats = (sight.seats.len() as u16).min(panel.height);
        self.seats = Rect::new(panel.x, panel.y, half, seats);
        let lowest = if wide { panel.bottom() } else { panel.bottom().saturating_sub(5) };
        let end = self.place_trays(&trays, Rect::new(panel.x, panel.y + seats, half - 1, lowest - panel.y - seats));
        self.log = if wide {
            Rect::new(panel.x + half + 1, panel.y, panel.width - half - 1, panel.height)
        } else {
            let top = (end + 1).min(panel.bottom());
            Rect::new(panel.x, top, panel.width, panel.bottom() - top)
        };
    }

    /// Lets the entries of trays flow like words; says where the next line begins.
    fn place_trays(&mut self, trays: &[Tray], area: Rect) -> u16 {
        let mut y = area.y;
        for tray in trays {
            let title = format!("{}:", tray.title);
            let mut x = area.x + title.chars().count() as u16 + 1;
            if y >= area.bottom() {
                break;
            }
            self.titles.push((title, Rect::new(area.x, y, x - area.x, 1)));
            for entry in &tray.entries {
                let width = (entry.text.chars().count() as u16 + 2).min(area.width);
                if x + width > area.right() {
                    (x, y) = (area.x + 1, y + 1);
                }
                if y < area.bottom() {
                    self.spots.push((entry.place, Rect::new(x, y, width, 1)));
                }
                x += width;
            }
            y += 1;
        }
        y
    }
}

/// Boards with the largest squares that leave room for a panel: all planes side by side, or else one.
fn place_boards(sight: &Sight, angle: Angle, table: Rect) -> Option<(Vec<Board>, Rect)> {
    let scene = &sight.scene;
    let least = scene.pieces.iter().map(|piece| token(sight.info, piece).chars().count()).max().unwrap_or(1) as u16 + 2;
    let all: Vec<usize> = (0..scene.planes.len()).collect();
    let one = vec![angle.plane.min(scene.planes.len().saturating_sub(1))];
    for planes in [all, one] {
        for cell in CELLS.into_iter().filter(|&(width, _)| width >= least.min(CELLS[0].0)) {
            let boards = side_by_side(scene, &planes, cell, angle, table);
            let width = boards.last().map_or(0, |board| board.area.right() - table.x);
            let height = boards.iter().map(|board| board.area.height).max().unwrap_or(0);
            if width + 1 + PANEL.0 <= table.width && height <= table.height {
                let left = table.x + width + 1;
                return Some((boards, Rect::new(left, table.y, table.right() - left, table.height)));
            }
            if width <= table.width && height + PANEL.1 <= table.height {
                let top = table.y + height;
                return Some((boards, Rect::new(table.x + 1, top, table.width - 1, table.bottom() - top)));
            }
        }
    }
    None
}

fn side_by_side(scene: &Scene, planes: &[usize], cell: (u16, u16), angle: Angle, table: Rect) -> Vec<Board> {
    let titled = scene.planes.iter().any(|plane| !plane.title.is_empty());
    let mut x = table.x;
    let mut boards = Vec::new();
    for &plane in planes {
        let (xs, ys) = extent(scene, plane);
        let ranks = if boards.is_empty() { RANKS } else { 1 };
        let head = 1 + u16::from(titled);
        let width = ranks + xs.len() as u16 * cell.0;
        let area = Rect::new(x, table.y, width, head + ys.len() as u16 * cell.1);
        boards.push(Board { plane, area, ranks, top: table.y + head, xs, ys, flipped: angle.flipped, cell });
        x += width;
    }
    boards
}

/// Files and ranks of a plane, with those of the places beside it.
fn extent(scene: &Scene, index: usize) -> (Range<i16>, Range<i16>) {
    let Some(plane) = scene.planes.get(index) else { return (0..0, 0..0) };
    let (mut xs, mut ys) = (0..i16::from(plane.width), 0..i16::from(plane.height));
    for spot in &scene.spots {
        if let Site::Plane { plane, x, y } = spot.site
            && usize::from(plane) == index
        {
            xs = xs.start.min(x.into())..xs.end.max(i16::from(x) + 1);
            ys = ys.start.min(y.into())..ys.end.max(i16::from(y) + 1);
        }
    }
    (xs, ys)
}

fn place_buttons(sight: &Sight, chooser: &Chooser, line: Rect) -> Vec<(String, String, Rect)> {
    let mut x = line.x + 1;
    let mut buttons = Vec::new();
    for (number, (id, label)) in chooser.buttons(&sight.scene).into_iter().enumerate() {
        let label = if number < 9 { format!("{} {label}", number + 1) } else { label.to_owned() };
        let width = label.chars().count() as u16 + 2;
        if x + width > line.right() {
            break;
        }
        buttons.push((id.to_owned(), label, Rect::new(x, line.y, width, 1)));
        x += width + 1;
    }
    buttons
}
