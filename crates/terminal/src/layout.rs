//! The layout of a table's screen. Drawing and hit-testing use the same rectangles.

use std::ops::Range;

use menagerie_game::{Place, Scene, Site};
use ratatui::layout::{Position, Rect};

use unicode_width::UnicodeWidthStr;

use crate::action_picker::ActionPicker;
use crate::legend::{LegendEntry, states};
use crate::table_view::{SeatLine, TableView};
use crate::text_wrap::wrap;
use crate::theme::token;
use crate::trays::{Tray, trays};

/// The smallest supported terminal.
pub(crate) const MIN_SIZE: (u16, u16) = (80, 24);
/// The width of the rank numbers.
const RANKS: u16 = 3;
/// The sizes of a square, the largest first.
const CELLS: [(u16, u16); 12] =
    [(17, 8), (15, 7), (13, 6), (11, 5), (9, 4), (8, 4), (7, 3), (6, 3), (5, 2), (4, 2), (4, 1), (3, 1)];
/// The minimum width of a panel beside the boards, and the minimum height of one below.
const PANEL: (u16, u16) = (28, 8);
/// The maximum width of a panel beside the boards. A wider one would push the boards off the
/// centre.
const WIDEST_PANEL: u16 = 64;
/// The minimum height of the move list.
const LEAST_LOG: u16 = 5;
/// From this height on there are more text rows under the board.
const TALL: u16 = 30;

/// The orientation of the boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Orientation {
    /// Seen from the other side.
    pub(crate) flipped: bool,
    /// The plane to show if not all fit.
    pub(crate) plane: usize,
}

/// The rectangles of one screen.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) title: Rect,
    pub(crate) boards: Vec<Board>,
    /// Everything that can be selected.
    pub(crate) spots: Vec<(Place, Rect)>,
    /// The titles of trays.
    pub(crate) titles: Vec<(String, Rect)>,
    /// Whether the trays show prices.
    pub(crate) prices: bool,
    /// The area of each seat, one row or two.
    pub(crate) seats: Vec<Rect>,
    /// The states of pieces; its height is 0 if there is no room.
    pub(crate) states: Rect,
    pub(crate) log: Rect,
    /// The prompt and, below it, the message.
    pub(crate) notes: Rect,
    /// The buttons: id, label and area.
    pub(crate) buttons: Vec<(String, String, Rect)>,
    /// The description of the place under the cursor. Without buttons it may extend into the notes.
    pub(crate) about: Rect,
    pub(crate) foot: Rect,
}

/// One board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// The index of its plane.
    pub(crate) plane: usize,
    /// Title, files and squares.
    pub(crate) area: Rect,
    /// The width of the rank numbers at the left.
    pub(crate) ranks: u16,
    /// The first row of squares.
    pub(crate) top: u16,
    xs: Range<i16>,
    ys: Range<i16>,
    pub(crate) flipped: bool,
    cell: (u16, u16),
}

impl Board {
    /// The area of a square.
    pub(crate) fn cell(&self, x: i16, y: i16) -> Rect {
        let column = if self.flipped { self.xs.end - 1 - x } else { x - self.xs.start };
        let row = if self.flipped { y - self.ys.start } else { self.ys.end - 1 - y };
        let (width, height) = self.cell;
        Rect::new(self.area.x + self.ranks + column as u16 * width, self.top + row as u16 * height, width, height)
    }
}

impl Layout {
    /// The layout for a terminal of this size; `None` if it is too small.
    pub(crate) fn new(view: &TableView, picker: &ActionPicker, orientation: Orientation, size: Rect) -> Option<Self> {
        if size.width < MIN_SIZE.0 || size.height < MIN_SIZE.1 {
            return None;
        }
        let (rows, about) = if size.height < TALL { (4, 1) } else { (6, 2) };
        let foot = Rect::new(size.x, size.bottom() - 1, size.width, 1);
        let below = Rect::new(size.x, foot.y - rows, size.width, rows);
        let about = Rect { y: foot.y - about, height: about, ..foot };
        let mut buttons = flow_buttons(view, picker, Rect { height: rows - about.height - 1, ..below });
        let button_rows = buttons.last().map_or(0, |(_, _, area)| area.y + 1 - below.y);
        for (_, _, area) in &mut buttons {
            area.y += about.y - button_rows - below.y;
        }
        let table = Rect::new(size.x, size.y + 1, size.width, below.y - size.y - 1);
        let (boards, panel) = place_boards(view, orientation, table)?;
        let mut layout = Self {
            title: Rect { height: 1, ..size },
            spots: Vec::new(),
            titles: Vec::new(),
            prices: false,
            seats: Vec::new(),
            states: Rect::ZERO,
            log: Rect::ZERO,
            notes: Rect { height: rows - about.height - button_rows, ..below },
            buttons,
            about,
            foot,
            boards,
        };
        layout.place_spots(&view.scene);
        layout.place_panel(view, panel);
        Some(layout)
    }

    /// The place at a point of the screen.
    pub(crate) fn at(&self, point: Position) -> Option<Place> {
        self.spots.iter().find(|(_, area)| area.contains(point)).map(|(place, _)| *place)
    }

    /// The button at a point of the screen.
    pub(crate) fn button_at(&self, point: Position) -> Option<&str> {
        self.buttons.iter().find(|(_, _, area)| area.contains(point)).map(|(id, _, _)| id.as_str())
    }

    /// The area of a place.
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

    /// Places seats, trays, states and the move list: one column beside the boards, two below them.
    fn place_panel(&mut self, view: &TableView, panel: Rect) {
        let wide = panel.width >= 2 * PANEL.0 + 2;
        let column = Rect { width: if wide { panel.width / 2 } else { panel.width }, ..panel };
        let top = self.place_seats(view, column);
        let lowest = if wide { panel.bottom() } else { panel.bottom().saturating_sub(LEAST_LOG) };
        let room = Rect::new(panel.x, top, column.width - 1, lowest.saturating_sub(top));
        let end = self.place_all_trays(view, room);
        let end = self.place_states(view, Rect { y: end, height: panel.bottom().saturating_sub(end), ..column }, wide);
        self.log = if wide {
            Rect::new(panel.x + column.width + 1, panel.y, panel.width - column.width - 1, panel.height)
        } else {
            let top = (end + 1).min(panel.bottom());
            Rect::new(panel.x, top, panel.width, panel.bottom() - top)
        };
    }

    /// One row per seat, or two if the text needs them and all seats fit into half of the column.
    fn place_seats(&mut self, view: &TableView, column: Rect) -> u16 {
        let need = |seat: &SeatLine| 1 + u16::from(!seat.fits(view, column.width));
        let needed: u16 = view.seats.iter().map(need).sum();
        let mut y = column.y;
        for seat in &view.seats {
            let height = if needed <= column.height / 2 { need(seat) } else { 1 };
            if y + height <= column.bottom() {
                self.seats.push(Rect { y, height, ..column });
                y += height;
            }
        }
        y
    }

    /// Places the trays with prices if they fit, and without prices otherwise.
    fn place_all_trays(&mut self, view: &TableView, area: Rect) -> u16 {
        let on_boards = self.spots.len();
        let (end, fit) = self.place_trays(&trays(view.info, &view.scene, true), area);
        self.prices = fit;
        if fit {
            return end;
        }
        self.spots.truncate(on_boards);
        self.titles.clear();
        self.place_trays(&trays(view.info, &view.scene, false), area).0
    }

    /// The states get the rows they need, but at most a third of the rows that the move list leaves.
    fn place_states(&mut self, view: &TableView, area: Rect, alone: bool) -> u16 {
        let needed = state_lines(&view.scene, usize::from(area.width).saturating_sub(1)).len() as u16;
        let room = area.height.saturating_sub(1);
        let room = if alone { room } else { room.saturating_sub(LEAST_LOG) / 3 };
        let height = needed.min(room);
        if height == 0 {
            return area.y;
        }
        self.states = Rect { y: area.y + 1, height, width: area.width - 1, ..area };
        self.states.bottom()
    }

    /// Places the entries of trays like words in a paragraph. Returns the next free row, and whether
    /// all entries fit.
    fn place_trays(&mut self, trays: &[Tray], area: Rect) -> (u16, bool) {
        let mut y = area.y;
        let mut fit = true;
        for tray in trays {
            let title = format!("{}:", tray.title);
            let mut x = area.x + title.chars().count() as u16 + 1;
            if y >= area.bottom() {
                fit = false;
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
                } else {
                    fit = false;
                }
                x += width;
            }
            y += 1;
        }
        (y, fit)
    }
}

/// The states of pieces, wrapped to a width: `m a Murderer: e4 f6`.
pub(crate) fn state_lines(scene: &Scene, width: usize) -> Vec<String> {
    let line = |sign: LegendEntry| {
        let places: Vec<&str> = sign.places.iter().map(Place::as_str).collect();
        format!("{}: {}", sign.meaning(), places.join(" "))
    };
    states(scene).into_iter().flat_map(|sign| wrap(&line(sign), width, "  ")).collect()
}

/// The boards with the largest squares that leave room for a panel: all planes side by side, or one
/// plane.
fn place_boards(view: &TableView, orientation: Orientation, table: Rect) -> Option<(Vec<Board>, Rect)> {
    let scene = &view.scene;
    let least = scene.pieces.iter().map(|piece| token(view.info, piece).chars().count()).max().unwrap_or(1) as u16 + 2;
    let all: Vec<usize> = (0..scene.planes.len()).collect();
    let one = vec![orientation.plane.min(scene.planes.len().saturating_sub(1))];
    for planes in [all, one] {
        for cell in CELLS.into_iter().filter(|&(width, _)| width >= least.min(CELLS[0].0)) {
            let boards = side_by_side(scene, &planes, cell, orientation, table);
            let width = boards.last().map_or(0, |board| board.area.right() - table.x);
            let height = boards.iter().map(|board| board.area.height).max().unwrap_or(0);
            if width + 1 + PANEL.0 <= table.width && height <= table.height {
                let panel = (table.width - width - 1).min(WIDEST_PANEL);
                let middle = centred(table, width + 1 + panel, height);
                let boards = side_by_side(scene, &planes, cell, orientation, middle);
                return Some((boards, Rect::new(middle.x + width + 1, table.y, panel, table.height)));
            }
            if width <= table.width && height + PANEL.1 <= table.height {
                let top = table.y + height;
                let middle = Rect { x: centred(table, width, height).x, ..table };
                let boards = side_by_side(scene, &planes, cell, orientation, middle);
                return Some((boards, Rect::new(table.x + 1, top, table.width - 1, table.bottom() - top)));
            }
        }
    }
    None
}

/// An area of this size centred in another.
const fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (x, y) = (area.width.saturating_sub(width) / 2, area.height.saturating_sub(height) / 2);
    Rect { x: area.x + x, y: area.y + y, width, height }
}

fn side_by_side(
    scene: &Scene,
    planes: &[usize],
    cell: (u16, u16),
    orientation: Orientation,
    table: Rect,
) -> Vec<Board> {
    let titled = scene.planes.iter().any(|plane| !plane.title.is_empty());
    let mut x = table.x;
    let mut boards = Vec::new();
    for &plane in planes {
        let (xs, ys) = extent(scene, plane);
        let ranks = if boards.is_empty() { RANKS } else { 1 };
        let head = 1 + u16::from(titled);
        let width = ranks + xs.len() as u16 * cell.0;
        let area = Rect::new(x, table.y, width, head + ys.len() as u16 * cell.1);
        boards.push(Board { plane, area, ranks, top: table.y + head, xs, ys, flipped: orientation.flipped, cell });
        x += width;
    }
    boards
}

/// The files and ranks of a plane, including the places beside it.
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

/// Places buttons like words in a paragraph. Actions of buttons that do not fit can still be typed.
fn flow_buttons(view: &TableView, picker: &ActionPicker, area: Rect) -> Vec<(String, String, Rect)> {
    let (mut x, mut y) = (area.x + 1, area.y);
    let mut buttons = Vec::new();
    for (number, (id, label)) in picker.buttons(&view.scene).into_iter().enumerate() {
        let label = if number < 9 { format!("{} {label}", number + 1) } else { label.to_owned() };
        let width = (label.width() as u16 + 2).min(area.width - 2);
        if x + width > area.right() {
            (x, y) = (area.x + 1, y + 1);
        }
        if y >= area.bottom() {
            break;
        }
        buttons.push((id.to_owned(), label, Rect::new(x, y, width, 1)));
        x += width + 1;
    }
    buttons
}
