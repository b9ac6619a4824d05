//! Retrograde analysis of one class: first the positions that one action decides, then, distance by distance, those
//! whose quiet actions lead to decided ones.
//!
//! Within a class only quiet actions count, and a quiet action can always be undone by the reverse one. So the
//! predecessors of a position are found like its successors, with the tokens of the side that is not on move.

use std::ops::BitOr;
use std::sync::Arc;

use crate::board::DEN_SET;

use super::board::{Board, Stand};
use super::class::{BySlot, Class, Directory};
use super::index::Index;
use super::table::{Remainder, Table, len_of, remainders};
use super::value::{DRAW, SAFE, UNUSED, is_loss, is_win, loses, remaining, undecided, wins};

/// Bytes that are compared at once in the search for the positions of one distance.
const CHUNK: usize = 64;

/// The solver of one class.
struct Solver {
    board: Board,
    index: Index,
    after_capture: BySlot<Option<Remainder>>,
    /// The greatest distance of a win.
    longest: u8,
}

/// Solves a class. Wins that need more than `longest` actions are draws. `table` gives the tables of the classes that captures lead to.
pub(super) fn solve(
    directory: &Directory,
    class: &Class,
    classic: bool,
    longest: u8,
    table: impl Fn(usize) -> Option<Arc<Table>>,
) -> Table {
    let solver = Solver {
        board: Board::new(class, classic),
        index: Index::new(class),
        after_capture: remainders(directory, class, table),
        longest,
    };
    let mut values = [0, 1].map(|mover| solver.first_values(mover));
    solver.spread_all(&mut values);
    let [mut first, second] = values;
    if !class.symmetric {
        first.extend_from_slice(&second);
    }
    finish(&mut first);
    debug_assert_eq!(first.len(), len_of(&solver.index, class.symmetric));
    Table::new(class, first)
}

/// Undecided positions are draws. Indices without a position repeat the value before, which compresses best.
fn finish(values: &mut [u8]) {
    let mut last = DRAW;
    for value in values {
        if *value == UNUSED {
            *value = last;
        } else if !is_win(*value) && !is_loss(*value) {
            *value = DRAW;
        }
        last = *value;
    }
}

impl Solver {
    /// The values that follow from one action.
    fn first_values(&self, mover: usize) -> Vec<u8> {
        (0..self.index.len).map(|index| self.first_value(index, mover).unwrap_or(UNUSED)).collect()
    }

    fn first_value(&self, index: usize, mover: usize) -> Option<u8> {
        let placement = self.index.placement(index)?;
        let [own, mirror] = self.index.both(placement);
        // The mirror image has the smaller index.
        (own <= mirror).then(|| self.judge(&self.board.stand(placement), mover))
    }

    fn judge(&self, stand: &Stand, mover: usize) -> u8 {
        let foe = 1 - mover;
        let (mut quiet, mut captures, mut draws) = (0, false, false);
        for hunter in self.board.slots_of(mover) {
            let reach = self.board.reach(stand, hunter);
            if reach.meets(DEN_SET.0[foe]) {
                return wins(1);
            }
            quiet += (reach - stand.held[foe]).len() as u8;
            if !reach.meets(stand.held[foe]) {
                continue;
            }
            for prey in self.board.slots_of(foe) {
                if !reach.contains(stand.placement[prey]) || !self.board.takes(stand, hunter, prey) {
                    continue;
                }
                match self.value_after_capture(stand, hunter, prey, foe) {
                    value if is_loss(value) => return wins(1),
                    value => draws |= !is_win(value),
                }
                captures = true;
            }
        }
        match quiet {
            _ if draws => SAFE,
            // jungle/end/3: without any action the mover has lost already.
            0 => loses(u8::from(captures)),
            _ => undecided(quiet),
        }
    }

    /// The value for the side whose token was captured.
    fn value_after_capture(&self, stand: &Stand, hunter: usize, prey: usize, foe: usize) -> u8 {
        let Some(left) = &self.after_capture[prey] else { return loses(0) };
        let mut placement = stand.placement;
        placement[hunter] = placement[prey];
        left.value(placement, foe)
    }

    /// Decides all positions up to the longest distance.
    fn spread_all(&self, values: &mut [Vec<u8>; 2]) {
        for plies in 0..self.longest {
            let [first, second] = values;
            let one = self.spread(first, second, 0, plies);
            let two = self.spread(second, first, 1, plies);
            // Captures decide at distances 0 and 1; later every distance follows from the one before.
            if plies > 1 && !one && !two {
                return;
            }
        }
    }

    /// Carries the values of one distance back by one action. Returns whether there were any.
    fn spread(&self, values: &[u8], before: &mut [u8], mover: usize, plies: u8) -> bool {
        let (win, loss) = if plies == 0 { (loses(0), loses(0)) } else { (wins(plies), loses(plies)) };
        let mut any = false;
        for (chunk, bytes) in values.chunks(CHUNK).enumerate() {
            // Without an early exit the compiler compares many bytes at once.
            if bytes.iter().map(|&byte| u8::from(byte == win) | u8::from(byte == loss)).fold(0, BitOr::bitor) == 0 {
                continue;
            }
            for (offset, &byte) in bytes.iter().enumerate().filter(|&(_, &byte)| byte == win || byte == loss) {
                any = true;
                self.step_back(chunk * CHUNK + offset, mover, |index, ways| {
                    let value = &mut before[index];
                    *value =
                        if byte == loss { with_loss_after(*value, plies) } else { with_win_after(*value, plies, ways) };
                });
            }
        }
        any
    }

    /// Calls `tell` with the index of each position that a quiet action of the other side leads from, and with how many of
    /// its actions lead here.
    #[inline]
    fn step_back(&self, index: usize, mover: usize, mut tell: impl FnMut(usize, u8)) {
        let Some(placement) = self.index.placement(index) else { return };
        let stand = self.board.stand(placement);
        let here = self.index.both(placement);
        let is_own_mirror = here[0] == here[1];
        let closed = stand.held[mover] | DEN_SET.0[0] | DEN_SET.0[1];
        for slot in self.board.slots_of(1 - mover) {
            let group = self.index.group_of[slot];
            let old = self.index.part(group, placement);
            for square in self.board.reach(&stand, slot) - closed {
                let mut earlier = placement;
                earlier[slot] = square;
                let new = self.index.part(group, earlier);
                let [own, mirror] = [here[0] - old[0] + new[0], here[1] - old[1] + new[1]];
                // A position that is its own mirror image is reached from another and from that one's image: once.
                // It leads to another and to that one's image: two of its actions end at the same index.
                if !is_own_mirror || own <= mirror {
                    tell(own.min(mirror), if own == mirror && !is_own_mirror { 2 } else { 1 });
                }
            }
        }
    }
}

/// A quiet action leads to a lost position of the foe.
#[inline]
fn with_loss_after(value: u8, plies: u8) -> u8 {
    if value == SAFE || remaining(value).is_some() { wins(plies + 1) } else { value }
}

/// Some quiet actions lead to a won position of the foe. When the last one does, the mover loses.
#[inline]
fn with_win_after(value: u8, plies: u8, ways: u8) -> u8 {
    match remaining(value) {
        Some(quiet) if quiet > ways => undecided(quiet - ways),
        Some(_) => loses(plies + 1),
        None => value,
    }
}
