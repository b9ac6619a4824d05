//! The boards as text, side by side.

use std::collections::BTreeMap;
use std::fmt::Write;

use menagerie_game::{GameInfo, Place, Plane, Scene, Site};

use super::{COLUMNS, token};
use crate::labels::file_name;

/// The space between two boards.
const GAP: usize = 4;

/// A file and a rank, from 0.
type Point = (i16, i16);

/// The characters of one plane.
struct Grid<'a> {
    plane: &'a Plane,
    cells: BTreeMap<Point, String>,
    /// The width of a cell, without the separating space.
    width: usize,
}

/// All boards, in as many rows as fit into 80 columns.
pub(super) fn boards(info: &GameInfo, scene: &Scene) -> Vec<String> {
    let width = scene.pieces.iter().map(|piece| token(info, piece).chars().count()).max().unwrap_or(1).max(1);
    let mut lines = Vec::new();
    let mut row: Vec<Vec<String>> = Vec::new();
    for index in 0..scene.planes.len() {
        let block =
            Grid::new(info, scene, index, width).lines(scene.planes.iter().any(|plane| !plane.title.is_empty()));
        let used: usize = row.iter().map(|block| columns(block) + GAP).sum();
        if !row.is_empty() && used + columns(&block) > COLUMNS {
            lines.extend(beside(&row));
            lines.push(String::new());
            row.clear();
        }
        row.push(block);
    }
    lines.extend(beside(&row));
    lines
}

fn columns(block: &[String]) -> usize {
    block.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// Blocks of lines, joined side by side.
fn beside(blocks: &[Vec<String>]) -> Vec<String> {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![String::new(); height];
    for block in blocks {
        let width = columns(block) + GAP;
        for (i, line) in lines.iter_mut().enumerate() {
            let _ = write!(line, "{:<width$}", block.get(i).map_or("", String::as_str));
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

impl<'a> Grid<'a> {
    fn new(info: &GameInfo, scene: &'a Scene, index: usize, width: usize) -> Self {
        let mut grid = Self { plane: &scene.planes[index], cells: BTreeMap::new(), width };
        let mut points: BTreeMap<Place, Point> = BTreeMap::new();
        for spot in &scene.spots {
            let Site::Plane { plane, x, y } = spot.site else { continue };
            if usize::from(plane) == index {
                let point = (i16::from(x), i16::from(y));
                let letter = info.terrain(&spot.terrain).map_or('.', |terrain| terrain.letter);
                let bare = if grid.is_beside(point) { ' ' } else { '.' };
                grid.cells.insert(point, if letter == ' ' || letter == '.' { bare } else { letter }.to_string());
                points.insert(spot.id, point);
            }
        }
        for piece in &scene.pieces {
            let Some(&(x, y)) = points.get(&piece.at) else { continue };
            for (dx, dy) in block(piece.size) {
                if let Some(cell) = grid.cells.get_mut(&(x + dx, y + dy)) {
                    *cell = token(info, piece);
                }
            }
        }
        grid
    }

    fn is_beside(&self, (x, y): Point) -> bool {
        x < 0 || y < 0 || x >= i16::from(self.plane.width) || y >= i16::from(self.plane.height)
    }

    fn lines(&self, titled: bool) -> Vec<String> {
        let xs = range(self.plane.width, self.cells.keys().map(|&(x, _)| x));
        let ys = range(self.plane.height, self.cells.keys().map(|&(_, y)| y));
        let mut lines = Vec::new();
        let files: Vec<String> = xs.clone().map(|x| self.file(x)).collect();
        let files = format!("    {}", files.join(" "));
        if titled {
            let start = files.chars().take_while(|char| *char == ' ').count();
            lines.push(format!("{:start$}{}", "", self.plane.title));
        }
        lines.push(files);
        for y in ys.rev() {
            let on_board = (0..i16::from(self.plane.height)).contains(&y);
            let rank = if on_board { (y + 1).to_string() } else { String::new() };
            let cells: Vec<String> = xs.clone().map(|x| self.cell((x, y))).collect();
            lines.push(format!("{rank:>2}  {}", cells.join(" ")));
        }
        lines
    }

    fn file(&self, x: i16) -> String {
        match u8::try_from(x) {
            Ok(x) if x < self.plane.width => format!("{:>1$}", file_name(x), self.width),
            _ => " ".repeat(self.width + 2),
        }
    }

    /// The text of a square, or of a cell beside the board in brackets.
    fn cell(&self, point: Point) -> String {
        let width = self.width;
        let column_is_beside = point.0 < 0 || point.0 >= i16::from(self.plane.width);
        match self.cells.get(&point) {
            Some(cell) if column_is_beside => format!("[{cell:^width$}]"),
            Some(cell) => format!("{cell:>width$}"),
            None if column_is_beside => " ".repeat(width + 2),
            None => " ".repeat(width),
        }
    }
}

/// The squares that a piece of this size covers, from its lowest file and rank.
fn block(size: u8) -> impl Iterator<Item = Point> {
    let size = i16::from(size.max(1));
    (0..size).flat_map(move |x| (0..size).map(move |y| (x, y)))
}

/// The range of files or ranks, including the places beside the board.
fn range(length: u8, used: impl Iterator<Item = i16> + Clone) -> std::ops::Range<i16> {
    let first = used.clone().min().unwrap_or(0).min(0);
    let end = used.max().map_or(0, |last| last + 1).max(i16::from(length));
    first..end
}
