//! Drawing the boards and trays.

use menagerie_game::{Piece, Place, Site};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use crate::layout::{Board, Layout};
use crate::look::{Look, Mark, token};
use crate::sight::Sight;
use crate::trays::trays;

/// What is pointed out on the boards.
pub(crate) struct Marks<'a> {
    pub(crate) cursor: Option<Place>,
    pub(crate) of: &'a dyn Fn(Place) -> Option<Mark>,
}

/// Draws the boards and the trays.
pub(crate) fn draw(sight: &Sight, layout: &Layout, look: Look, marks: &Marks<'_>, buffer: &mut Buffer) {
    let painter = Painter { sight, layout, look, marks };
    for board in &layout.boards {
        painter.frame(board, buffer);
        painter.squares(board, buffer);
    }
    painter.trays(buffer);
}

struct Painter<'a> {
    sight: &'a Sight,
    layout: &'a Layout,
    look: Look,
    marks: &'a Marks<'a>,
}

impl Painter<'_> {
    /// Title, files and ranks.
    fn frame(&self, board: &Board, buffer: &mut Buffer) {
        let Some(plane) = self.sight.scene.planes.get(board.plane) else { return };
        let quiet = self.look.quiet();
        if board.top > board.area.y + 1 {
            let title = if self.layout.boards.len() == self.sight.scene.planes.len() {
                plane.title.to_string()
            } else {
                format!("{} (p: the next plane)", plane.title)
            };
            buffer.set_stringn(board.area.x + board.ranks, board.area.y, title, usize::from(board.area.width), quiet);
        }
        for x in 0..plane.width {
            let cell = board.cell(x.into(), 0);
            let name = char::from(b'a' + x % 26).to_string();
            buffer.set_string(cell.x + (cell.width - 1) / 2, board.top - 1, name, quiet);
        }
        for y in (0..plane.height).filter(|_| board.ranks >= 3) {
            let cell = board.cell(0, y.into());
            buffer.set_string(board.area.x, cell.y + text_row(cell), format!("{:>2}", y + 1), quiet);
        }
    }

    fn squares(&self, board: &Board, buffer: &mut Buffer) {
        let scene = &self.sight.scene;
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

    /// Whether a piece stands on a square, perhaps with one of several squares that it covers.
    fn covers(&self, piece: &Piece, board: &Board, (x, y): (i16, i16)) -> bool {
        let home = self.sight.scene.spots.iter().find(|spot| spot.id == piece.at).map(|spot| &spot.site);
        let Some(Site::Plane { plane, x: left, y: low }) = home else { return false };
        let reach = |from: i8, at: i16| (0..i16::from(piece.size.max(1))).contains(&(at - i16::from(from)));
        usize::from(*plane) == board.plane && reach(*left, x) && reach(*low, y)
    }

    fn square(&self, place: Place, terrain: &str, piece: Option<(&Piece, bool)>, cell: Rect, buffer: &mut Buffer) {
        let mark = (self.marks.of)(place);
        let ground = self.look.ground(self.sight.info, terrain);
        let ground = mark.map_or(ground, |mark| self.look.marked(ground, mark));
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

    /// What stands on an empty square.
    fn ground_sign(&self, terrain: &str, mark: Option<Mark>) -> String {
        let letter = self.sight.info.terrain(terrain).map_or('.', |terrain| terrain.letter);
        match (mark, letter) {
            (Some(Mark::Choice), _) => self.look.sign("•", "*").to_owned(),
            (_, '.' | ' ') if self.look.color => String::new(),
            (_, '.' | ' ') => self.look.sign("·", ".").to_owned(),
            (_, letter) => letter.to_string(),
        }
    }

    /// Signs at the sides of a square, for those who see no colours.
    fn sides(&self, place: Place, mark: Option<Mark>, full: bool, cell: Rect, ground: Style, buffer: &mut Buffer) {
        let (left, right) = match mark {
            Some(Mark::Chosen) if self.marks.cursor == Some(place) => (self.look.sign("▸", ">"), "]"),
            _ if self.marks.cursor == Some(place) => ("[", "]"),
            Some(Mark::Chosen) => (self.look.sign("▸", ">"), self.look.sign("◂", "<")),
            Some(Mark::Choice) if full => (self.look.sign("•", "*"), ""),
            Some(Mark::Hint) => ("?", ""),
            _ => return,
        };
        let row = cell.y + text_row(cell);
        let style = ground.add_modifier(Modifier::BOLD);
        buffer.set_string(cell.x, row, left, style);
        buffer.set_string(cell.right() - 1, row, right, style);
    }

    /// A piece: its letters; where there is room also its shape, its name and its marks.
    fn piece(&self, piece: &Piece, flipped: bool, cell: Rect, buffer: &mut Buffer) {
        let (info, look) = (self.sight.info, self.look);
        let chip = look.chip(info, piece.color);
        let room = usize::from(cell.width - 2);
        let mut text = token(info, piece);
        let shape = piece.color.map_or("", |seat| look.shape(info, seat, flipped));
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
            let name = info.kind(&piece.kind).map_or("", |kind| kind.name);
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
            buffer.set_stringn(area.x, area.y, title, usize::from(area.width), self.look.quiet());
        }
        for entry in
            trays(self.sight.info, &self.sight.scene, self.layout.prices).into_iter().flat_map(|tray| tray.entries)
        {
            let Some(area) = self.layout.area_of(entry.place) else { continue };
            let mark = (self.marks.of)(entry.place);
            let style = match (mark, entry.color) {
                (Some(mark), _) => self.look.marked(Style::new().add_modifier(Modifier::BOLD), mark),
                (None, Some(_)) => self.look.chip(self.sight.info, entry.color),
                (None, None) if entry.shut.is_some() => self.look.quiet(),
                (None, None) => Style::new(),
            };
            let before = match (mark, entry.shut) {
                _ if self.marks.cursor == Some(entry.place) => '[',
                (Some(Mark::Choice), _) => '*',
                (_, Some(letter)) => letter,
                _ => ' ',
            };
            let after = if before == '[' { ']' } else { ' ' };
            let framed = format!("{before}{}{after}", entry.text);
            buffer.set_stringn(area.x, area.y, framed, usize::from(area.width), style);
        }
    }
}

/// The row of a square in which its piece's letters stand.
fn text_row(cell: Rect) -> u16 {
    (cell.height - 1) / 2
}

/// From this height on a piece fills its square but for a margin.
const LARGE: u16 = 4;

/// A piece on a large square: letters, name and marks below each other, as many of them as have room.
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

/// Writes a line into the middle of a square's row, inside its margins.
fn write_centred(text: &str, row: Rect, style: Style, buffer: &mut Buffer) {
    let room = usize::from(row.width - 2);
    let start = row.x + 1 + ((room - text.width().min(room)) / 2) as u16;
    buffer.set_stringn(start, row.y, text, room, style);
}
