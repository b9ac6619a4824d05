//! The 7×9 board: water, traps, dens, steps and jumps. Every table is a compile-time constant.

use menagerie_board::Direction;

use crate::piece::{BySide, Side};

/// A square of the board, 7 files wide and 9 ranks high.
pub type Square = menagerie_board::Square<7, 9>;
/// A set of squares.
pub type Squares = menagerie_board::SquareSet<7, 9, u64>;

const COUNT: usize = Square::COUNT as usize;

/// What a square is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Terrain {
    /// Ordinary land.
    Land,
    /// Part of a lake.
    Water,
    /// A trap of this side: enemies on it have strength 0.
    Trap(Side),
    /// The den of this side.
    Den(Side),
}

/// Both lakes.
pub(crate) const WATER: Squares = Squares::from_word(WATER_BITS);

/// Each side's den.
pub(crate) const DEN: BySide<Square> = BySide([Square::named("d1"), Square::named("d9")]);

/// Each side's den, as a set.
pub(crate) const DEN_SET: BySide<Squares> = BySide([set(&["d1"]), set(&["d9"])]);

/// Each side's traps.
pub(crate) const TRAPS: BySide<Squares> = BySide([set(&["c1", "e1", "d2"]), set(&["c9", "e9", "d8"])]);

pub(crate) const WATER_BITS: u64 = bits(&["b4", "c4", "b5", "c5", "b6", "c6", "e4", "f4", "e5", "f5", "e6", "f6"]);

impl Terrain {
    /// What this square is.
    pub fn of(square: Square) -> Self {
        if WATER.contains(square) {
            return Self::Water;
        }
        let den = Side::ALL.into_iter().find(|&side| DEN[side] == square).map(Self::Den);
        let trap = Side::ALL.into_iter().find(|&side| TRAPS[side].contains(square)).map(Self::Trap);
        den.or(trap).unwrap_or(Self::Land)
    }
}

/// Where a step leads that stays on land (jungle/pieces/1).
#[inline]
pub(crate) fn walk(from: Square) -> Squares {
    WALKS[from.index() as usize]
}

/// Where a rat's step leads: on land and in the water.
#[inline]
pub(crate) fn swim(from: Square) -> Squares {
    SWIMS[from.index() as usize]
}

/// A jump: the water that must be free of rats, and where it lands (jungle/pieces/2).
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) over: Squares,
    pub(crate) to: Squares,
}

/// The jumps from a square: at most two, from the land between the lakes; the others are
/// [`Jump::NONE`].
#[inline]
pub(crate) fn jumps(from: Square) -> &'static [Jump; 2] {
    &JUMPS[from.index() as usize]
}

impl Jump {
    /// Over nothing to nowhere.
    const NONE: Self = Self { over: Squares::from_word(0), to: Squares::from_word(0) };
}

static SWIMS: [Squares; COUNT] = steps(0);
static WALKS: [Squares; COUNT] = steps(WATER_BITS);
static JUMPS: [[Jump; 2]; COUNT] = all_jumps();

const fn bits(names: &[&str]) -> u64 {
    let mut bits = 0;
    let mut i = 0;
    while i < names.len() {
        bits |= 1 << Square::named(names[i]).index();
        i += 1;
    }
    bits
}

const fn set(names: &[&str]) -> Squares {
    Squares::from_word(bits(names))
}

/// For each square the neighbours that are not forbidden.
const fn steps(forbidden: u64) -> [Squares; COUNT] {
    let mut table = [Squares::from_word(0); COUNT];
    let mut index = 0;
    while let Some(from) = Square::from_index(index as u8) {
        let mut reached = 0;
        let mut d = 0;
        while d < 4 {
            if let Some(to) = from.step(Direction::ORTHOGONAL[d]) {
                reached |= 1 << to.index();
            }
            d += 1;
        }
        table[index] = Squares::from_word(reached & !forbidden);
        index += 1;
    }
    table
}

const fn all_jumps() -> [[Jump; 2]; COUNT] {
    let mut table = [[Jump::NONE; 2]; COUNT];
    let mut index = 0;
    while let Some(from) = Square::from_index(index as u8) {
        let mut found = 0;
        let mut d = 0;
        while d < 4 {
            if let Some(jump) = jump(from, Direction::ORTHOGONAL[d]) {
                table[index][found] = jump;
                found += 1;
            }
            d += 1;
        }
        index += 1;
    }
    table
}

/// From land over the water next to it, straight on to the first square that is not water.
const fn jump(from: Square, direction: Direction) -> Option<Jump> {
    if WATER_BITS >> from.index() & 1 == 1 {
        return None;
    }
    let mut over = 0;
    let mut square = from;
    while let Some(next) = square.step(direction) {
        if WATER_BITS >> next.index() & 1 == 0 {
            let jump = Jump { over: Squares::from_word(over), to: Squares::from_word(1 << next.index()) };
            return if over == 0 { None } else { Some(jump) };
        }
        over |= 1 << next.index();
        square = next;
    }
    None
}
