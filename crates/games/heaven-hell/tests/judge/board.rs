//! A position as its text tells it: reading, writing, and what the words of heaven-hell/2.3 mean.

use std::collections::{BTreeMap, BTreeSet};

use crate::shop::Shop;
use crate::tasks::Task;

/// Plane (0 Earth, 1 Heaven, 2 Hell), rank, file: in square order.
pub(crate) type Cell = (usize, i8, i8);
/// Murderer, Experienced, Cursed, Wizard Hat, Double Move, Portal Gun, Forced movement.
const FLAGS: &str = "mxchdpf";

/// Files, then ranks.
pub(crate) type Vector = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whereabouts {
    Board,
    Hand,
    Limbo,
    Gone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Two,
    One,
    OneMore,
    Resolving,
    Ending,
}

impl Stage {
    const ALL: [(Self, &str); 5] =
        [(Self::Two, "2"), (Self::One, "1"), (Self::OneMore, "1+"), (Self::Resolving, "0"), (Self::Ending, "!")];
}

#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The type, in upper case.
    pub(crate) kind: char,
    /// `w`, `b`, or `-` for a neutral piece.
    pub(crate) color: char,
    pub(crate) at: Cell,
    pub(crate) size: i8,
    /// The letters of the marks that it has or has not.
    pub(crate) marks: BTreeSet<char>,
    pub(crate) stuns: u8,
    pub(crate) investor: u8,
    pub(crate) is: Whereabouts,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Items {
    pub(crate) fire: bool,
    pub(crate) ice: bool,
    pub(crate) orb: bool,
    pub(crate) coins: i32,
}

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) turn: char,
    pub(crate) stage: Stage,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) items: BTreeMap<Cell, Items>,
    /// Squares and planters; `w` is false, so that it comes first.
    pub(crate) traps: BTreeSet<(Cell, bool)>,
    pub(crate) coins: [i32; 2],
    pub(crate) shop: Shop,
    pub(crate) rights: String,
    pub(crate) passed: Option<Cell>,
    pub(crate) next: String,
    /// The Imp's forbidden move.
    pub(crate) imp: Option<(Cell, Cell)>,
    /// Heaven's and Hell's lowest-left and highest-right squares, if they are not gone.
    pub(crate) extents: [Option<(Cell, Cell)>; 2],
    pub(crate) pending: Vec<Task>,
    /// Tasks of the present step.
    pub(crate) new: Vec<Task>,
}

pub(crate) fn cell(text: &str) -> Cell {
    let bytes = text.as_bytes();
    let plane = match bytes.get(2) {
        Some(b'^') => 1,
        Some(b'_') => 2,
        _ => 0,
    };
    (plane, (bytes[1] - b'1') as i8, (bytes[0] - b'a') as i8)
}

pub(crate) fn name((plane, rank, file): Cell) -> String {
    let suffix = ["", "^", "_"][plane];
    format!("{}{}{suffix}", (b'a' + file as u8) as char, rank + 1)
}

/// The two squares of a move's text.
pub(crate) fn squares(text: &str) -> (Cell, Cell) {
    let (from, to) = text.split_at(name_ends(text));
    (cell(from), cell(to))
}

/// Where the name of a square at the beginning of a text ends.
fn name_ends(text: &str) -> usize {
    if matches!(text.as_bytes().get(2), Some(b'^' | b'_')) { 3 } else { 2 }
}

/// The squares of a block, in square order.
pub(crate) fn block((plane, rank, file): Cell, size: i8) -> Vec<Cell> {
    (0..size * size).map(|i| (plane, rank + i / size, file + i % size)).collect()
}

pub(crate) fn by((plane, rank, file): Cell, (files, ranks): Vector) -> Cell {
    (plane, rank + ranks, file + files)
}

pub(crate) fn seat(color: char) -> usize {
    usize::from(color == 'b')
}

impl Piece {
    pub(crate) fn read(text: &str) -> Self {
        let letter = text.chars().next().unwrap();
        let (at, marks) = text[1..].split_at(name_ends(&text[1..]));
        let number = |mark: char| marks.split_once(mark).map(|(_, rest)| rest.as_bytes()[0] - b'0');
        let neutral = matches!(letter, 'I' | 'G');
        let side = if letter.is_ascii_lowercase() { 'b' } else { 'w' };
        Self {
            kind: letter.to_ascii_uppercase(),
            color: if neutral { '-' } else { side },
            at: cell(at),
            size: number('*').unwrap_or(1) as i8,
            marks: marks.chars().filter(|&mark| FLAGS.contains(mark)).collect(),
            stuns: number('s').unwrap_or(0),
            investor: number('i').unwrap_or(0),
            is: Whereabouts::Board,
        }
    }

    pub(crate) fn write(&self) -> String {
        let letter = if self.color == 'b' { self.kind.to_ascii_lowercase() } else { self.kind };
        let number = |mark: char, number: u8, least: u8| {
            if number < least { String::new() } else { format!("{mark}{number}") }
        };
        let mut text = format!("{letter}{}{}", name(self.at), number('*', self.size as u8, 2));
        for mark in "mxcshdipf".chars() {
            match mark {
                's' => text += &number(mark, self.stuns, 1),
                'i' => text += &number(mark, self.investor, 1),
                _ => text.extend(self.marks.get(&mark)),
            }
        }
        text
    }

    pub(crate) fn has(&self, mark: char) -> bool {
        self.marks.contains(&mark)
    }

    pub(crate) fn footprint(&self) -> Vec<Cell> {
        block(self.at, self.size)
    }

    pub(crate) fn fears_fire(&self) -> bool {
        !self.has('h') && !matches!(self.kind, 'W' | 'I')
    }

    pub(crate) fn fears_ice(&self) -> bool {
        !self.has('h') && !matches!(self.kind, 'W' | 'G')
    }
}

impl Game {
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<_> = text.split(' ').collect();
        let things = |field: usize| fields[field].split(',').filter(|thing| *thing != "-");
        let items = things(2).map(|thing| {
            let (at, rest) = thing.split_at(name_ends(thing));
            let coins = rest.split_once('$').map_or(0, |(_, number)| number.parse().unwrap());
            let has = |mark| rest.contains(mark);
            (cell(at), Items { fire: has('f'), ice: has('i'), orb: has('o'), coins })
        });
        let extent = |plane: usize| {
            let text = fields[10].split('/').nth(plane - 1).filter(|text| *text != "-")?;
            let corner = |text: &str| (plane, cell(text).1, cell(text).2);
            Some((corner(&text[..2]), corner(&text[2..])))
        };
        let coins: Vec<_> = fields[4].split('/').map(|number| number.parse().unwrap()).collect();
        let mut game = Self {
            turn: fields[0].chars().next().unwrap(),
            stage: Stage::ALL.into_iter().find(|(_, text)| *text == &fields[0][1..]).unwrap().0,
            pieces: things(1).map(Piece::read).collect(),
            items: items.collect(),
            traps: things(3).map(|trap| (cell(trap), trap.ends_with('b'))).collect(),
            coins: [coins[0], coins[1]],
            shop: Shop::read(fields[5]),
            rights: fields[6].replace('-', ""),
            passed: Some(fields[7]).filter(|field| *field != "-").map(cell),
            next: fields[8].replace('-', ""),
            imp: (fields[9] != "-").then(|| squares(fields[9])),
            extents: [extent(1), extent(2)],
            pending: Vec::new(),
            new: Vec::new(),
        };
        for task in fields[11].split(';').filter(|task| *task != "-") {
            let task = game.read_task(task);
            game.pending.push(task);
        }
        game
    }

    pub(crate) fn write(&self) -> String {
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let mut on_board: Vec<_> = self.on_board().map(|id| &self.pieces[id]).collect();
        on_board.sort_by_key(|piece| piece.at);
        let pieces: Vec<_> = on_board.into_iter().map(Piece::write).collect();
        let there = self.items.iter().filter(|(_, items)| **items != Items::default());
        let items: Vec<_> = there.map(|(&at, items)| format!("{}{}", name(at), items_text(*items))).collect();
        let traps: Vec<_> = self.traps.iter().map(|&(at, black)| name(at) + if black { "b" } else { "w" }).collect();
        let tasks: Vec<_> = self.pending.iter().map(|task| self.task_text(task)).collect();
        [
            format!("{}{}", self.turn, Stage::ALL.into_iter().find(|(stage, _)| *stage == self.stage).unwrap().1),
            or_dash(pieces.join(",")),
            or_dash(items.join(",")),
            or_dash(traps.join(",")),
            format!("{}/{}", self.coins[0], self.coins[1]),
            self.shop.write(),
            or_dash(self.rights.clone()),
            or_dash(self.passed.map(name).unwrap_or_default()),
            or_dash(self.next.clone()),
            or_dash(self.imp.map(|(from, to)| name(from) + &name(to)).unwrap_or_default()),
            self.extents.map(write_extent).join("/"),
            or_dash(tasks.join(";")),
        ]
        .join(" ")
    }

    pub(crate) fn on_board(&self) -> impl Iterator<Item = usize> {
        (0..self.pieces.len()).filter(|&id| self.pieces[id].is == Whereabouts::Board)
    }

    /// The lowest-left and highest-right square of a plane, if it is not gone.
    pub(crate) fn extent(&self, plane: usize) -> Option<(Cell, Cell)> {
        if plane == 0 { Some(((0, 0, 0), (0, 7, 7))) } else { self.extents[plane - 1] }
    }

    pub(crate) fn exists(&self, (plane, rank, file): Cell) -> bool {
        let extent = self.extent(plane);
        extent.is_some_and(|((_, r1, f1), (_, r2, f2))| (r1..=r2).contains(&rank) && (f1..=f2).contains(&file))
    }

    pub(crate) fn fits(&self, at: Cell, size: i8) -> bool {
        block(at, size).into_iter().all(|cell| self.exists(cell))
    }

    pub(crate) fn piece_on(&self, at: Cell) -> Option<usize> {
        self.on_board().find(|&id| self.pieces[id].footprint().contains(&at))
    }

    pub(crate) fn is_unoccupied(&self, at: Cell) -> bool {
        self.exists(at) && self.piece_on(at).is_none()
    }

    /// The other pieces that a block of this piece would overlap, in square order.
    pub(crate) fn overlapped(&self, id: usize, at: Cell) -> Vec<usize> {
        let block = block(at, self.pieces[id].size);
        let meets =
            |&other: &usize| other != id && self.pieces[other].footprint().iter().any(|cell| block.contains(cell));
        let mut others: Vec<_> = self.on_board().filter(meets).collect();
        others.sort_by_key(|&other| self.pieces[other].at);
        others
    }

    /// The pieces on the board, in square order.
    pub(crate) fn in_order(&self) -> Vec<usize> {
        let mut all: Vec<_> = self.on_board().collect();
        all.sort_by_key(|&id| self.pieces[id].at);
        all
    }

    /// All squares that exist, in square order.
    pub(crate) fn all_squares(&self) -> Vec<Cell> {
        let squares = (0..3).flat_map(|plane| (0..64).map(move |index| (plane, index / 8, index % 8)));
        squares.filter(|&at| self.exists(at)).collect()
    }

    /// heaven-hell/2.3: unoccupied and without a visible item.
    pub(crate) fn is_empty(&self, at: Cell) -> bool {
        self.is_unoccupied(at) && self.items_on(at) == Items::default()
    }

    pub(crate) fn add_coins(&mut self, color: char, number: i32) {
        self.coins[seat(color)] = (self.coins[seat(color)] + number).min(9999);
    }

    pub(crate) fn items_on(&self, at: Cell) -> Items {
        self.items.get(&at).copied().unwrap_or_default()
    }

    pub(crate) fn owner(&self, id: usize) -> char {
        match self.pieces[id].color {
            '-' => self.turn,
            color => color,
        }
    }

    pub(crate) fn is_ally(&self, other: usize, id: usize) -> bool {
        self.pieces[other].color == self.owner(id)
    }

    pub(crate) fn forward(&self, id: usize) -> i8 {
        if self.owner(id) == 'w' { 1 } else { -1 }
    }

    /// Existing squares that share a side with the footprint.
    pub(crate) fn adjacent(&self, id: usize) -> Vec<Cell> {
        let own = self.pieces[id].footprint();
        let sides = own.iter().flat_map(|&at| [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|side| by(at, side)));
        let mut found: Vec<_> = sides.filter(|at| self.exists(*at) && !own.contains(at)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(crate) fn is_protected(&self, id: usize) -> bool {
        let piece = &self.pieces[id];
        let guards = |kind: char| {
            self.on_board().filter(move |&other| {
                other != id && self.pieces[other].kind == kind && self.pieces[other].color == piece.color
            })
        };
        let shares_line = |other: usize| {
            let theirs = self.pieces[other].footprint();
            piece
                .footprint()
                .iter()
                .any(|own| theirs.iter().any(|it| it.0 == own.0 && (it.1 == own.1 || it.2 == own.2)))
        };
        match piece.kind {
            'P' => guards('A').any(shares_line),
            'K' => {
                let beside = self.adjacent(id);
                guards('F').any(|other| self.pieces[other].footprint().iter().any(|at| beside.contains(at)))
            }
            _ => false,
        }
    }
}

/// Without the plane's suffix.
fn write_extent(extent: Option<(Cell, Cell)>) -> String {
    let corner = |(_, rank, file): Cell| name((0, rank, file));
    extent.map_or("-".to_owned(), |(low, high)| corner(low) + &corner(high))
}

fn items_text(items: Items) -> String {
    let mark = |there, letter| if there { letter } else { "" };
    let coins = if items.coins > 0 { format!("${}", items.coins) } else { String::new() };
    format!("{}{}{}{coins}", mark(items.fire, "f"), mark(items.ice, "i"), mark(items.orb, "o"))
}
