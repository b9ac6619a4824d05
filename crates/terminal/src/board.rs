//! Drawing the boards and trays.

use menagerie_game::{Piece, Place, Site};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use crate::layout::{Board, Layout};
use crate::table_view::TableView;
use crate::theme::{Highlight, Theme, token};
use crate::trays::trays;

/// The cursor and the highlighted places.
pub(crate) struct Highlights<'a> {
    pub(crate) cursor: Option<Place>,
    pub(crate) of: &'a dyn Fn(Place) -> Option<Highlight>,
}

/// Draws the boards and the trays.
pub(crate) fn draw(view: &TableView, layout: &Layout, theme: Theme, marks: &Highlights<'_>, buffer: &mut Buffer) {
    let painter = Painter { view, layout, theme, marks };
    for board in &layout.boards {
        painter.frame(board, buffer);
        painter.squares(board, buffer);
    }
    painter.trays(buffer);
}

struct Painter<'a> {
    view: &'a TableView,
    layout: &'a Layout,
    theme: Theme,
    marks: &'a Highlights<'a>,
}

impl Painter<'_> {
    /// Draws the title, files and ranks.
    fn frame(&self, board: &Board, buffer: &mut Buffer) {
        let Some(plane) = self.view.scene.planes.get(board.plane) else { return };
        let dim = self.theme.dim();
        if board.top > board.area.y + 1 {
            let title = if self.layout.boards.len() == self.view.scene.planes.len() {
                plane.title.to_string()
            } else {
                format!("{} (p: the next plane)", plane.title)
            };
            buffer.set_stringn(board.area.x + board.ranks, board.area.y, title, usize::from(board.area.width), dim);
        }
        for x in 0..plane.width {
            let cell = board.cell(x.into(), 0);
            let name = char::from(b'a' + x % 26).to_string();
            buffer.set_string(cell.x + (cell.width - 1) / 2, board.top - 1, name, dim);
        }
        for y in (0..plane.height).filter(|_| board.ranks >= 3) {
            let cell = board.cell(0, y.into());
            buffer.set_string(board.area.x, cell.y + text_row(cell), format!("{:>2}", y + 1), dim);
        }
    }

    fn squares(&self, board: &Board, buffer: &mut Buffer) {
        let scene = &self.view.scene;
        for spot in &scene.spots {
            let Site::Plane { plane, x, y } = spot.site else { continue };
            if usize::from(plane) == board.plane {
                let (x, y) = (i16::from(x), i16::from(y));
                let piece = scene.pieces.iter().rev().find(|piece| self.covers(piece, board, (x, y)));
                self.square(
                    spot.id,
                    &spot.terrain,
                    piece.map(|piece| (piece, board.flipped)),
                    board.cell(x, y),
                    buffer,
                );
            }
        }
    }

    /// Whether a piece covers a square. A large piece covers several.
    fn covers(&self, piece: &Piece, board: &Board, (x, y): (i16, i16)) -> bool {
        let home = self.view.scene.spots.iter().find(|spot| spot.id == piece.at).map(|spot| &spot.site);
        let Some(Site::Plane { plane, x: left, y: low }) = home else { return false };
        let reach = |from: i8, at: i16| (0..i16::from(piece.size.max(1))).contains(&(at - i16::from(from)));
        usize::from(*plane) == board.plane && reach(*left, x) && reach(*low, y)
    }

    fn square(&self, place: Place, terrain: &str, piece: Option<(&Piece, bool)>, cell: Rect, buffer: &mut Buffer) {
        let mark = (self.marks.of)(place);
        let ground = self.theme.ground(self.view.info, terrain);
        let ground = mark.map_or(ground, |mark| self.theme.marked(ground, mark));
        buffer.set_style(cell, ground);
        let row = cell.y + text_row(cell);
        if let Some((piece, flipped)) = piece {
            self.piece(piece, flipped, cell, buffer);
        } else {
            let text = self.ground_sign(terrain, mark);
            buffer.set_string(cell.x + (cell.width - 1) / 2, row, text, ground);
        }
        self.sides(place, mark, piece.is_some(), cell, ground, buffer);
    }

    /// The text of an empty square.
    fn ground_sign(&self, terrain: &str, mark: Option<Highlight>) -> String {
        let letter = self.view.info.terrain(terrain).map_or('.', |terrain| terrain.letter);
        match (mark, letter) {
            (Some(Highlight::Choice), _) => self.theme.glyph("•", "*").to_owned(),
            (_, '.' | ' ') if self.theme.color => String::new(),
            (_, '.' | ' ') => self.theme.glyph("·", ".").to_owned(),
            (_, letter) => letter.to_string(),
        }
    }

    /// Draws highlights as characters at the sides of a square, for terminals without colour.
    fn sides(&self, place: Place, mark: Option<Highlight>, full: bool, cell: Rect, ground: Style, buffer: &mut Buffer) {
        let (left, right) = match mark {
            Some(Highlight::Chosen) if self.marks.cursor == Some(place) => (self.theme.glyph("▸", ">"), "]"),
            _ if self.marks.cursor == Some(place) => ("[", "]"),
            Some(Highlight::Chosen) => (self.theme.glyph("▸", ">"), self.theme.glyph("◂", "<")),
            Some(Highlight::Choice) if full => (self.theme.glyph("•", "*"), ""),
            Some(Highlight::Hint) => ("?", ""),
            _ => return,
        };
        let row = cell.y + text_row(cell);
        let style = ground.add_modifier(Modifier::BOLD);
        buffer.set_string(cell.x, row, left, style);
        buffer.set_string(cell.right() - 1, row, right, style);
    }

    /// Draws a piece: its letters and, if they fit, its shape, name and marks.
    fn piece(&self, piece: &Piece, flipped: bool, cell: Rect, buffer: &mut Buffer) {
        let (info, theme) = (self.view.info, self.theme);
        let chip = theme.chip(info, piece.color);
        let room = usize::from(cell.width - 2);
        let mut text = token(info, piece);
        let shape = piece.color.map_or("", |seat| theme.shape(info, seat, flipped));
        if text.width() + shape.width() < room {
            text = format!("{shape}{text}");
        }
        let badges: Vec<&str> = piece.badges.iter().map(|badge| &*badge.mark).collect();
        let badges = badges.concat();
        let beside = cell.height == 1 && !badges.is_empty() && text.width() + badges.width() <= room;
        if beside {
            text.push_str(&badges);
        }
        if cell.height >= LARGE {
            let name = info.kind(&piece.kind).map_or("", |kind| info.name_of(kind));
            return large_piece([&text, name, &badges], chip, cell, buffer);
        }
        let row = cell.y + text_row(cell);
        buffer.set_style(Rect { x: cell.x + 1, y: row, width: cell.width - 2, height: 1 }, chip);
        write_centred(&text, Rect { y: row, ..cell }, chip, buffer);
        if cell.height > 1 && !badges.is_empty() {
            write_centred(&badges, Rect { y: row + 1, ..cell }, Style::new(), buffer);
        }
    }

    fn trays(&self, buffer: &mut Buffer) {
        for (title, area) in &self.layout.titles {
            buffer.set_stringn(area.x, area.y, title, usize::from(area.width), self.theme.dim());
        }
        for entry in
            trays(self.view.info, &self.view.scene, self.layout.prices).into_iter().flat_map(|tray| tray.entries)
        {
            let Some(area) = self.layout.area_of(entry.place) else { continue };
            let mark = (self.marks.of)(entry.place);
            let style = match (mark, entry.color) {
                (Some(mark), _) => self.theme.marked(Style::new().add_modifier(Modifier::BOLD), mark),
                (None, Some(_)) => self.theme.chip(self.view.info, entry.color),
                (None, None) if entry.shut.is_some() => self.theme.dim(),
                (None, None) => Style::new(),
            };
            let before = match (mark, entry.shut) {
                _ if self.marks.cursor == Some(entry.place) => '[',
                (Some(Highlight::Choice), _) => '*',
                (_, Some(letter)) => letter,
                _ => ' ',
            };
            let after = if before == '[' { ']' } else { ' ' };
            let framed = format!("{before}{}{after}", entry.text);
            buffer.set_stringn(area.x, area.y, framed, usize::from(area.width), style);
        }
    }
}

/// The row of a square that shows the piece's letters.
fn text_row(cell: Rect) -> u16 {
    (cell.height - 1) / 2
}

/// From this height on, a piece fills its square except for a margin.
const LARGE: u16 = 4;

/// Draws a piece on a large square: letters, name and marks below each other, as far as they fit.
fn large_piece([text, name, badges]: [&str; 3], chip: Style, cell: Rect, buffer: &mut Buffer) {
    let area = Rect { x: cell.x + 1, y: cell.y + 1, width: cell.width - 2, height: cell.height - 2 };
    buffer.set_style(area, chip);
    let mut lines = vec![text];
    let fits = |name: &str| name.width() <= usize::from(area.width) && area.height >= 2 + u16::from(!badges.is_empty());
    lines.extend(Some(name).filter(|name| fits(name)));
    lines.extend(Some(badges).filter(|badges| !badges.is_empty()));
    let top = area.y + (area.height.saturating_sub(lines.len() as u16)) / 2;
    for (y, line) in (top..area.bottom()).zip(lines) {
        write_centred(line, Rect { y, ..cell }, chip, buffer);
    }
}

/// Writes a line centred in a square's row, inside its margins.
fn write_centred(text: &str, row: Rect, style: Style, buffer: &mut Buffer) {
    let room = usize::from(row.width - 2);
    let start = row.x + 1 + ((room - text.width().min(room)) / 2) as u16;
    buffer.set_stringn(start, row.y, text, room, style);
}
