//! The three planes: squares, and sets of squares on one or all planes.

use std::fmt;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Not, Sub};

use menagerie_board::SquareSet;
use menagerie_game::message;

use crate::messages::topic_name;

/// A square of one plane, without its plane.
pub(crate) type Cell = menagerie_board::Square<8, 8>;
/// Squares of one plane.
pub(crate) type Set = SquareSet<8, 8, u64>;

/// One of the three boards, in square order (heaven-hell/2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Plane {
    /// Where the armies begin; it never changes.
    Earth,
    /// Where innocent pieces go when they die.
    Heaven,
    /// Where Murderers go when they die.
    Hell,
}

use Plane::*;

impl Plane {
    /// All three, in square order.
    pub const ALL: [Self; 3] = [Earth, Heaven, Hell];

    /// As in action texts: `earth`.
    pub const fn id(self) -> &'static str {
        ["earth", "heaven", "hell"][self as usize]
    }

    /// As in sentences: `Earth`.
    pub fn name(self) -> &'static str {
        topic_name(self.id())
    }

    /// What follows a square's name: nothing, `^` or `_`.
    pub const fn suffix(self) -> &'static str {
        ["", "^", "_"][self as usize]
    }

    /// The plane with this id.
    pub fn with_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|plane| plane.id() == id)
    }
}

/// A square of any plane. Its order is the square order of heaven-hell/2.1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many squares the three planes have when nothing is destroyed.
    pub(crate) const COUNT: usize = 192;

    #[inline]
    pub(crate) const fn new(plane: Plane, cell: Cell) -> Self {
        Self(plane as u8 * 64 + cell.index())
    }

    /// The square on this file and rank, both counted from 0, if it is on the board.
    #[inline]
    pub(crate) const fn at(plane: Plane, file: i8, rank: i8) -> Option<Self> {
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Self(plane as u8 * 64 + rank as u8 * 8 + file as u8))
        } else {
            None
        }
    }

    /// A square of Earth by its name; for constants.
    pub(crate) const fn earth(name: &str) -> Self {
        Self::new(Earth, Cell::named(name))
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Which plane it is on.
    #[inline]
    pub const fn plane(self) -> Plane {
        match self.0 / 64 {
            0 => Earth,
            1 => Heaven,
            _ => Hell,
        }
    }

    /// From 0.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// From 0.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 64 / 8
    }

    #[inline]
    pub(crate) fn cell(self) -> Cell {
        // The low six bits are a cell of an 8×8 board.
        Cell::from_index(self.0 % 64).unwrap_or(Cell::named("a1"))
    }

    /// The same place on another plane.
    #[inline]
    #[must_use]
    pub(crate) const fn on(self, plane: Plane) -> Self {
        Self(plane as u8 * 64 + self.0 % 64)
    }

    /// The square at this offset on the same plane, if it is on the board.
    #[inline]
    pub(crate) const fn offset(self, (files, ranks): (i8, i8)) -> Option<Self> {
        Self::at(self.plane(), self.file() as i8 + files, self.rank() as i8 + ranks)
    }

    /// For players: `e4` on Earth, elsewhere with its plane: `e4 in Hell`.
    pub(crate) fn in_words(self) -> String {
        match self.plane() {
            Earth => self.cell().to_string(),
            plane => message!("square-elsewhere", square = self.cell(), plane = plane.name()).into_owned(),
        }
    }

    /// Reads a square from the front of a text and gives the rest.
    pub(crate) fn take(text: &str) -> Option<(Self, &str)> {
        let (cell, rest) = Cell::take(text)?;
        let plane = match rest.as_bytes().first() {
            Some(b'^') => Heaven,
            Some(b'_') => Hell,
            _ => return Some((Self::new(Earth, cell), rest)),
        };
        Some((Self::new(plane, cell), &rest[1..]))
    }

    /// Reads a text that is a square and nothing else.
    pub(crate) fn read(text: &str) -> Option<Self> {
        Self::take(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", (b'a' + self.file()) as char, self.rank() + 1, self.plane().suffix())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The n×n block whose lowest file and rank are the cell's, if it is on the board; whether its
/// squares exist is another question.
#[inline]
pub(crate) fn block(anchor: Cell, size: u8) -> Option<Set> {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    if anchor.file() + size > 8 || anchor.rank() + size > 8 || size == 0 {
        return None;
    }
    let row = (1u64 << size) - 1;
    Some(Set::from_word(row.wrapping_mul(COLUMN >> (8 * (8 - size))) << anchor.index()))
}

/// All squares of a rank, from 0.
pub(crate) fn rank_set(rank: u8) -> Set {
    Set::from_word(0xff << (8 * rank))
}

/// All squares of a file, from 0.
pub(crate) fn file_set(file: u8) -> Set {
    Set::from_word(0x0101_0101_0101_0101 << file)
}

/// Every square that shares a side with one of the set and is not in it.
pub(crate) fn beside(set: Set) -> Set {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let bits = set.word();
    let near = bits << 8 | bits >> 8 | (bits & NOT_H) << 1 | (bits & NOT_A) >> 1;
    Set::from_word(near & !bits)
}

/// A set of squares on all planes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Region([Set; 3]);

impl Region {
    pub(crate) const EMPTY: Self = Self([Set::from_word(0); 3]);

    pub(crate) fn from_fn(squares: impl Fn(Plane) -> Set) -> Self {
        Self(Plane::ALL.map(squares))
    }

    #[inline]
    pub(crate) fn contains(&self, square: Square) -> bool {
        self[square.plane()].contains(square.cell())
    }

    #[inline]
    pub(crate) fn insert(&mut self, square: Square) {
        self[square.plane()].insert(square.cell());
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: Square) {
        self[square.plane()].remove(square.cell());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|set| set.is_empty())
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|set| set.len()).sum()
    }

    /// In square order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        Plane::ALL.into_iter().flat_map(move |plane| self[plane].into_iter().map(move |cell| Square::new(plane, cell)))
    }
}

impl Index<Plane> for Region {
    type Output = Set;
    #[inline]
    fn index(&self, plane: Plane) -> &Set {
        &self.0[plane as usize]
    }
}

impl IndexMut<Plane> for Region {
    #[inline]
    fn index_mut(&mut self, plane: Plane) -> &mut Set {
        &mut self.0[plane as usize]
    }
}

impl BitAnd for Region {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self::from_fn(|plane| self[plane] & other[plane])
    }
}

impl BitOr for Region {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self::from_fn(|plane| self[plane] | other[plane])
    }
}

impl Sub for Region {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::from_fn(|plane| self[plane] - other[plane])
    }
}

impl Not for Region {
    type Output = Self;
    fn not(self) -> Self {
        Self::from_fn(|plane| !self[plane])
    }
}
