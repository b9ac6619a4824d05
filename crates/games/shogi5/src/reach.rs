//! Attack tables: the rule file's table *Pieces* as compile-time lookups.
//!
//! Every piece is described for every square by three sets: the squares it steps to, and the parts of the straight and of
//! the diagonal lines through its square along which it slides. What is left of a line when pieces stand on it is looked
//! up by the five bits of its occupancy.

use menagerie_board::Direction::{self, *};
use menagerie_board::ray;

use crate::board::{Set, Square};
use crate::{Color, Kind, Piece};

/// How far a piece goes in a direction.
#[derive(Clone, Copy)]
enum Range {
    One,
    /// One or two squares, two only over an empty one (shogi5/ruling/7).
    Two,
    Any,
}

const FORWARD: &[Direction] = &[North];
const FORWARD_DIAGONALS: &[Direction] = &[NorthEast, NorthWest];
const GOLD: &[Direction] = &[North, NorthEast, NorthWest, East, West, South];
const SILVER: &[Direction] = &[North, NorthEast, NorthWest, SouthEast, SouthWest];

/// The table of *Pieces* in `rules.md`, shogi5/pieces/1 to shogi5/pieces/10: directions as white sees them, with the
/// range in each.
const fn row(piece: Piece) -> &'static [(Range, &'static [Direction])] {
    match (piece.kind, piece.promoted) {
        (Kind::Soldier, false) => &[(Range::One, FORWARD)],
        (Kind::Spear, false) => &[(Range::Any, FORWARD)],
        (Kind::Elephant, false) => &[(Range::Any, FORWARD_DIAGONALS)],
        (Kind::Silver, false) => &[(Range::One, SILVER)],
        (Kind::Gold, _) | (Kind::Soldier, true) => &[(Range::One, GOLD)],
        (Kind::King, _) => &[(Range::One, &Direction::ALL)],
        (Kind::Spear, true) => &[(Range::Any, &Direction::ORTHOGONAL)],
        (Kind::Elephant, true) => &[(Range::Any, &Direction::DIAGONAL), (Range::One, &Direction::ORTHOGONAL)],
        (Kind::Silver, true) => &[(Range::Two, &Direction::ALL)],
    }
}

/// What a piece reaches from a square, as bits.
#[derive(Clone, Copy)]
struct Reach {
    steps: u32,
    straight: u32,
    diagonal: u32,
}

impl Reach {
    const NOWHERE: Self = Self { steps: 0, straight: 0, diagonal: 0 };

    const fn of(piece: Piece, color: Color, from: Square) -> Self {
        let mut reach = Self::NOWHERE;
        let rows = row(piece);
        let mut i = 0;
        while i < rows.len() {
            let (range, directions) = rows[i];
            let mut d = 0;
            while d < directions.len() {
                // Forward is up for white and down for black.
                let direction = match color {
                    Color::White => directions[d],
                    Color::Black => directions[d].opposite(),
                };
                reach.add(from, direction, range);
                d += 1;
            }
            i += 1;
        }
        reach
    }

    const fn add(&mut self, from: Square, direction: Direction, range: Range) {
        let Some(first) = from.step(direction) else { return };
        let near = 1 << first.index();
        let squares = match range {
            Range::One => {
                self.steps |= near;
                return;
            }
            Range::Two => match first.step(direction) {
                Some(second) => near | 1 << second.index(),
                None => near,
            },
            Range::Any => ray(from, direction) as u32,
        };
        match direction {
            North | East | South | West => self.straight |= squares,
            _ => self.diagonal |= squares,
        }
    }
}

/// Tables by square have 32 entries and are asked with 5 bits, so that no bound needs checking.
const PADDED: usize = 32;

#[inline]
const fn padded(square: Square) -> usize {
    square.index() as usize % PADDED
}

/// By colour, code and square.
static REACH: [[[Reach; PADDED]; 16]; 2] = {
    let mut table = [[[Reach::NOWHERE; PADDED]; 16]; 2];
    let mut color = 0;
    while color < 2 {
        let mut code = 0;
        while code < 16 {
            let mut index = 0;
            while index < 25 {
                if let (Some(piece), Some(from)) = (Piece::from_code(code as u8), Square::from_index(index as u8)) {
                    table[color][code][index] = Reach::of(piece, Color::ALL[color], from);
                }
                index += 1;
            }
            code += 1;
        }
        color += 1;
    }
    table
};

/// The four lines through a square.
#[derive(Clone, Copy)]
enum Line {
    Rank,
    File,
    Rising,
    Falling,
}

impl Line {
    const fn directions(self) -> [Direction; 2] {
        match self {
            Self::Rank => [West, East],
            Self::File => [South, North],
            Self::Rising => [SouthWest, NorthEast],
            Self::Falling => [NorthWest, SouthEast],
        }
    }

    /// The line's squares, without `from`.
    const fn squares(self, from: Square) -> u32 {
        let [back, forth] = self.directions();
        (ray(from, back) | ray(from, forth)) as u32
    }

    /// The bit of a square in the occupancy of its line: its rank on a file, its file on the other lines.
    const fn bit(self, square: Square) -> u32 {
        match self {
            Self::File => 1 << square.rank(),
            _ => 1 << square.file(),
        }
    }

    /// What a slider on `from` sees along the line, first blockers included.
    const fn seen(self, from: Square, occupancy: u32) -> u32 {
        let directions = self.directions();
        let mut seen = 0;
        let mut d = 0;
        while d < 2 {
            let mut square = from;
            while let Some(next) = square.step(directions[d]) {
                seen |= 1 << next.index();
                if self.bit(next) & occupancy != 0 {
                    break;
                }
                square = next;
            }
            d += 1;
        }
        seen
    }

    /// The factor that moves the line's occupied squares into the five highest bits. One bit in each rank of the first file,
    /// as a factor, adds all ranks up, which gathers the bits of a diagonal by file.
    const fn factor(self, from: Square) -> u32 {
        const TO_HIGHEST: u32 = u32::BITS - 5;
        match self {
            Self::Rank => 1 << (TO_HIGHEST - from.rank() as u32 * 5),
            Self::File => 0b1_0001_0001_0001_0001 << (TO_HIGHEST - 16 - from.file() as u32),
            Self::Rising | Self::Falling => 0b00001_00001_00001_00001_00001 << (TO_HIGHEST - 20),
        }
    }
}

/// A line through a square: which squares block it, and what is seen along it by its occupancy.
#[derive(Clone, Copy)]
struct Sight {
    squares: u32,
    factor: u32,
    seen: [u32; 32],
}

impl Sight {
    const NOWHERE: Self = Self { squares: 0, factor: 0, seen: [0; 32] };

    const fn of(line: Line, from: Square) -> Self {
        let mut seen = [0; 32];
        let mut occupancy = 0;
        while occupancy < 32 {
            seen[occupancy] = line.seen(from, occupancy as u32);
            occupancy += 1;
        }
        Self { squares: line.squares(from), factor: line.factor(from), seen }
    }

    /// By square, for two lines that cross there.
    const fn table(lines: [Line; 2]) -> [[Self; 2]; PADDED] {
        let mut table = [[Self::NOWHERE; 2]; PADDED];
        let mut index = 0;
        while index < 25 {
            if let Some(from) = Square::from_index(index as u8) {
                table[index] = [Self::of(lines[0], from), Self::of(lines[1], from)];
            }
            index += 1;
        }
        table
    }

    /// Multiplying instead of shifting: without BMI2, shifts by a variable cost two instructions.
    #[inline]
    const fn along(&self, occupied: u32) -> u32 {
        self.seen[((occupied & self.squares).wrapping_mul(self.factor) >> (u32::BITS - 5)) as usize]
    }
}

static STRAIGHT: [[Sight; 2]; PADDED] = Sight::table([Line::Rank, Line::File]);
static DIAGONAL: [[Sight; 2]; PADDED] = Sight::table([Line::Rising, Line::Falling]);

#[inline]
fn straight(from: Square, occupied: u32) -> u32 {
    let [rank, file] = &STRAIGHT[padded(from)];
    rank.along(occupied) | file.along(occupied)
}

#[inline]
fn diagonal(from: Square, occupied: u32) -> u32 {
    let [rising, falling] = &DIAGONAL[padded(from)];
    rising.along(occupied) | falling.along(occupied)
}

/// The squares that any piece reaches, own pieces not yet excluded.
#[inline]
pub(crate) fn reach(code: u8, color: Color, from: Square, occupied: Set) -> Set {
    let Reach { steps, straight: lines, diagonal: diagonals } =
        REACH[color as usize][usize::from(code & 15)][padded(from)];
    let occupied = occupied.word();
    Set::from_word(steps | straight(from, occupied) & lines | diagonal(from, occupied) & diagonals)
}

/// Whether a piece reaches one of the squares; quick where even an empty board would not let it.
#[inline]
pub(crate) fn reaches(code: u8, color: Color, from: Square, occupied: Set, target: Set) -> bool {
    let Reach { steps, straight: lines, diagonal: diagonals } =
        REACH[color as usize][usize::from(code & 15)][padded(from)];
    let target = target.word();
    steps & target != 0
        || lines & target != 0 && straight(from, occupied.word()) & lines & target != 0
        || diagonals & target != 0 && diagonal(from, occupied.word()) & diagonals & target != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dumb judge: walks square by square, as the table of pieces says.
    fn walk(piece: Piece, color: Color, from: Square, occupied: Set) -> Set {
        let mut seen = Set::EMPTY;
        for &(range, directions) in row(piece) {
            let longest = match range {
                Range::One => 1,
                Range::Two => 2,
                Range::Any => 4,
            };
            for &direction in directions {
                let direction = if color == Color::White { direction } else { direction.opposite() };
                let mut square = from;
                for _ in 0..longest {
                    let Some(next) = square.step(direction) else { break };
                    seen.insert(next);
                    if occupied.contains(next) {
                        break;
                    }
                    square = next;
                }
            }
        }
        seen
    }

    #[test]
    fn lookups_agree_with_walking() {
        let mut bits: u32 = 0x9E37_79B9;
        for _ in 0..500 {
            bits = bits.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
            let occupied = Set::from_word(bits >> 7 & (bits >> 5));
            for from in Square::all() {
                for (piece, color) in Piece::all().flat_map(|piece| Color::ALL.map(|color| (piece, color))) {
                    let expected = walk(piece, color, from, occupied);
                    assert_eq!(reach(piece.code(), color, from, occupied), expected, "{piece:?} on {from}");
                    for target in Square::all().map(Set::of) {
                        let reached = reaches(piece.code(), color, from, occupied, target);
                        assert_eq!(reached, expected.meets(target), "{piece:?} on {from}");
                    }
                }
            }
        }
    }
}
