//! The index of a position in its class. A position and its mirror image share the smaller of their two indices, so a
//! table needs room for little more than half of the positions.

use crate::board::{DEN, Square, Squares, WATER_BITS};
use crate::piece::Animal;

use super::class::{BySlot, Class, MAX_PIECES};

const COUNT: usize = Square::COUNT as usize;
/// Where no square has a number.
const NOWHERE: u8 = u8::MAX;

/// Squares of the tokens, by slot.
pub(super) type Placement = BySlot<Square>;

/// The squares where tokens of one kind may stand while the game goes on, numbered file by file from the left: so the
/// smaller index has the first token on the left half.
struct Numbering {
    of_square: [u8; COUNT],
    squares: [u8; COUNT],
    count: usize,
    /// Squares on the files a to d.
    left: usize,
    /// `before[k][n]`: in how many ways the first of `k + 1` tokens stands before square `n`.
    before: [[u32; COUNT + 1]; MAX_PIECES],
}

static WALKERS: Numbering = numbering(false);
static SWIMMERS: Numbering = numbering(true);

const fn numbering(swims: bool) -> Numbering {
    let (mut of_square, mut squares) = ([NOWHERE; COUNT], [0; COUNT]);
    let (mut count, mut left, mut file) = (0, 0, 0);
    while file < 7 {
        let mut rank = 0;
        while rank < 9 {
            let index = rank * 7 + file;
            let den = index == DEN.0[0].index() || index == DEN.0[1].index();
            if !den && (swims || !is_water(index)) {
                of_square[index as usize] = count as u8;
                squares[count] = index;
                count += 1;
            }
            rank += 1;
        }
        if file == 3 {
            left = count;
        }
        file += 1;
    }
    Numbering { of_square, squares, count, left, before: before(count) }
}

const fn is_water(index: u8) -> bool {
    WATER_BITS >> index & 1 == 1
}

const fn before(count: usize) -> [[u32; COUNT + 1]; MAX_PIECES] {
    let mut table = [[0; COUNT + 1]; MAX_PIECES];
    let mut k = 0;
    while k < MAX_PIECES {
        let mut n = 0;
        while n < count {
            table[k][n + 1] = table[k][n] + choose(count - 1 - n, k) as u32;
            n += 1;
        }
        k += 1;
    }
    table
}

/// The binomial coefficient.
const fn choose(n: usize, k: usize) -> usize {
    let (mut result, mut i) = (1, 0);
    while i < k {
        if i >= n {
            return 0;
        }
        result = result * (n - i) / (i + 1);
        i += 1;
    }
    result
}

/// A group of tokens that can be exchanged.
struct Group {
    first: usize,
    size: usize,
    numbering: &'static Numbering,
    stride: usize,
    /// In how many ways the tokens can stand.
    count: usize,
}

/// Two parts of an index: of the position, and of its mirror image.
pub(super) type Pair = [usize; 2];

/// The index of a class.
pub(super) struct Index {
    groups: Vec<Group>,
    /// The group of each slot.
    pub(super) group_of: BySlot<usize>,
    /// One more than the greatest index.
    pub(super) len: usize,
}

impl Index {
    pub(super) fn new(class: &Class) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        let mut group_of = [0; MAX_PIECES];
        let mut first = 0;
        for &size in &class.groups {
            group_of[first..first + size].fill(groups.len());
            let swims = class.slots[first] == Animal::Rat;
            let numbering = if swims { &SWIMMERS } else { &WALKERS };
            groups.push(Group { first, size, numbering, stride: 0, count: choose(numbering.count, size) });
            first += size;
        }
        let mut stride = 1;
        for group in groups.iter_mut().rev() {
            group.stride = stride;
            stride *= group.count;
        }
        // Of a position and its mirror image one has a token of the first group on the files a to d.
        let lead = &groups[0];
        let right_half = choose(lead.numbering.count - lead.numbering.left, lead.size);
        let len = (lead.count - right_half) * lead.stride;
        Self { groups, group_of, len }
    }

    /// A group's part of the index and of the mirror image's.
    #[inline]
    pub(super) fn part(&self, group: usize, placement: Placement) -> Pair {
        let group = &self.groups[group];
        let (of_square, before) = (&group.numbering.of_square, &group.numbering.before);
        let squares = &placement[group.first..group.first + group.size];
        let number = |square: Square| of_square[square.index() as usize];
        if let [square] = squares {
            return [number(*square), number(mirrored(*square))].map(|number| usize::from(number) * group.stride);
        }
        let mut sorted = [[0; MAX_PIECES]; 2];
        for (count, &square) in squares.iter().enumerate() {
            insert(&mut sorted[0], count, number(square));
            insert(&mut sorted[1], count, number(mirrored(square)));
        }
        sorted.map(|numbers| rank(&numbers[..group.size], before) * group.stride)
    }

    /// The index and the mirror image's.
    #[inline]
    pub(super) fn both(&self, placement: Placement) -> Pair {
        let parts = (0..self.groups.len()).map(|group| self.part(group, placement));
        parts.fold([0; 2], |[one, two], [own, mirror]| [one + own, two + mirror])
    }

    /// Where the position's value stands.
    #[inline]
    pub(super) fn of(&self, placement: Placement) -> usize {
        let [own, mirror] = self.both(placement);
        own.min(mirror)
    }

    /// The position with this index; `None` if two tokens share a square.
    #[inline]
    pub(super) fn placement(&self, mut index: usize) -> Option<Placement> {
        let mut placement = [DEN.0[0]; MAX_PIECES];
        let mut occupied = Squares::EMPTY;
        for group in &self.groups {
            let rank = index / group.stride;
            index %= group.stride;
            let slots = &mut placement[group.first..group.first + group.size];
            group.place(rank, slots);
            for &square in &*slots {
                if occupied.contains(square) {
                    return None;
                }
                occupied.insert(square);
            }
        }
        Some(placement)
    }
}

impl Group {
    /// The squares of the tokens whose combination has this rank: the inverse of [`rank`].
    #[inline]
    fn place(&self, mut rank: usize, slots: &mut [Square]) {
        let numbering = self.numbering;
        let mut next = 0;
        for (slot, square) in slots.iter_mut().enumerate() {
            let before = &numbering.before[self.size - 1 - slot];
            let base = rank + before[next] as usize;
            let number = match self.size {
                1 => base,
                _ => before[..=numbering.count].partition_point(|&count| count as usize <= base) - 1,
            };
            rank = base - before[number] as usize;
            next = number + 1;
            *square = Square::from_index(numbering.squares[number]).unwrap_or(DEN.0[0]);
        }
    }
}

/// Inserts a number into the first `count` numbers, which ascend.
#[inline]
fn insert(numbers: &mut [u8; MAX_PIECES], count: usize, number: u8) {
    let mut at = count;
    while at > 0 && numbers[at - 1] > number {
        numbers[at] = numbers[at - 1];
        at -= 1;
    }
    numbers[at] = number;
}

/// The rank of a combination of ascending numbers among all, in lexicographic order.
#[inline]
fn rank(numbers: &[u8], before: &[[u32; COUNT + 1]; MAX_PIECES]) -> usize {
    let (mut rank, mut next) = (0, 0);
    for (slot, &number) in numbers.iter().enumerate() {
        let before = &before[numbers.len() - 1 - slot];
        rank += (before[usize::from(number)] - before[next]) as usize;
        next = usize::from(number) + 1;
    }
    rank
}

/// The square with left and right exchanged.
#[inline]
pub(super) fn mirrored(square: Square) -> Square {
    Square::new(6 - square.file(), square.rank()).unwrap_or(square)
}
