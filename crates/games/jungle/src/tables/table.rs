//! A finished table in memory, and the way from a material to the tables of its captures.

use std::sync::Arc;

use super::class::{Assignment, BySlot, Class, Directory, MAX_PIECES};
use super::index::{Index, Placement};

/// The values of a class: first those with the first side on move, then the others, unless the class is symmetric.
pub(super) struct Table {
    pub(super) index: Index,
    pub(super) first: usize,
    pub(super) symmetric: bool,
    pub(super) values: Vec<u8>,
}

/// How many values the table of a class has.
pub(super) fn len_of(index: &Index, symmetric: bool) -> usize {
    if symmetric { index.len } else { 2 * index.len }
}

impl Table {
    pub(super) fn new(class: &Class, values: Vec<u8>) -> Self {
        Self { index: Index::new(class), first: class.first, symmetric: class.symmetric, values }
    }

    /// The value of a position for its mover.
    #[inline]
    pub(super) fn value(&self, placement: Placement, mover: usize) -> u8 {
        if self.symmetric && mover == 1 {
            return self.values[self.index.of(self.exchanged(placement))];
        }
        self.values[mover * self.index.len + self.index.of(placement)]
    }

    /// The same position with the sides exchanged and the board turned.
    fn exchanged(&self, placement: Placement) -> Placement {
        let mut exchanged = placement;
        for slot in 0..self.first {
            exchanged[slot] = placement[self.first + slot].turned();
            exchanged[self.first + slot] = placement[slot].turned();
        }
        exchanged
    }
}

/// What is left after a capture: the table, and where its slots' tokens stand in the larger class.
pub(super) struct Remainder {
    table: Arc<Table>,
    swapped: bool,
    /// For each slot of the smaller class the slot of the larger.
    from: BySlot<usize>,
    count: usize,
}

impl Remainder {
    /// The value for the side that lost the token, which is on move.
    #[inline]
    pub(super) fn value(&self, placement: Placement, mover: usize) -> u8 {
        let mut squares = [placement[0]; MAX_PIECES];
        for slot in 0..self.count {
            let square = placement[self.from[slot]];
            squares[slot] = if self.swapped { square.turned() } else { square };
        }
        self.table.value(squares, mover ^ usize::from(self.swapped))
    }
}

/// The numbers of the classes that captures lead to, each once.
pub(super) fn classes_after_captures(directory: &Directory, class: &Class) -> Vec<usize> {
    let mut numbers: Vec<usize> =
        (0..class.slots.len()).filter_map(|slot| Some(without(directory, class, slot)?.class)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// For each slot what is left when its token is captured; `None` where the game is over then.
pub(super) fn remainders(
    directory: &Directory,
    class: &Class,
    table: impl Fn(usize) -> Option<Arc<Table>>,
) -> BySlot<Option<Remainder>> {
    std::array::from_fn(|slot| {
        let left = without(directory, class, slot)?;
        let mut from = [0; MAX_PIECES];
        let small = &directory.classes[left.class];
        for (place, &animal) in left.slots.iter().enumerate() {
            let side = usize::from(place >= small.first) ^ usize::from(left.swapped);
            let slots = if side == 0 { 0..class.first } else { class.first..class.slots.len() };
            from[place] = slots.into_iter().find(|&slot| class.slots[slot] == animal)?;
        }
        Some(Remainder { table: table(left.class)?, swapped: left.swapped, from, count: left.slots.len() })
    })
}

/// The class without the token of a slot.
fn without<'d>(directory: &'d Directory, class: &Class, slot: usize) -> Option<&'d Assignment> {
    let mut material = [0; 2];
    for (other, &animal) in class.slots.iter().enumerate().filter(|&(other, _)| other != slot) {
        material[class.side(other)] |= 1 << animal as u8;
    }
    directory.find(material)
}
