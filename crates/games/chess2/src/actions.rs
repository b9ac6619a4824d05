//! Move generation. One generator gives whole batches of moves: listing gives each move, counting
//! adds up the sizes.

use std::ops::ControlFlow;

use menagerie_board::Direction;
use menagerie_game::Sink;

use crate::board::{Set, Square, back, neighbours, orthogonal_neighbours, queen_sees};
use crate::piece::{Cell, Color, Kind};
use crate::position::{Bear, CENTRE, Pending, Position};

/// The smallest decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A move, step, hop or capture on the board, the bear's moves included: `b1c3`.
    Move {
        /// From this square
        from: Square,
        /// to this one.
        to: Square,
    },
    /// The banana catch: the monkey goes from the gate into the cell: `a4z4`.
    Catch {
        /// The gate.
        from: Square,
        /// The cell with the king.
        cell: Cell,
    },
    /// The monkey swings out of the cell: `z4c4`.
    Swing {
        /// The cell it is in.
        cell: Cell,
        /// Where it lands.
        to: Square,
    },
    /// The taken royal is put into a cell: `@i5`.
    Jail {
        /// Which.
        cell: Cell,
    },
    /// The bear comes from the centre onto the board: `bear:d4`.
    Enter {
        /// Where.
        to: Square,
    },
    /// The chain of hops ends: `stop`.
    Stop,
    /// Nothing else is possible: `pass`.
    Pass,
}

/// Actions of one kind, as sets of squares.
#[derive(Clone, Copy)]
enum Batch {
    /// Moves of the same number of steps in one direction.
    Parallel { targets: Set, direction: Direction, steps: i8 },
    /// Moves of one piece.
    From { from: Square, targets: Set },
    /// The bear enters.
    Enter { targets: Set },
    /// One catch.
    Catch { cell: Cell },
    /// Swings out of a cell.
    Swing { cell: Cell, targets: Set },
    /// Choices of a cell.
    Jail { color: Color },
    /// The player may end the chain of hops.
    Stop,
}

use Batch::*;

impl Batch {
    /// How many actions it has.
    #[inline]
    fn len(self, position: &Position) -> u32 {
        match self {
            Parallel { targets, .. } | From { targets, .. } | Enter { targets } | Swing { targets, .. } => {
                targets.len()
            }
            Catch { .. } | Stop => 1,
            Jail { color } => position.empty_cells(color).count() as u32,
        }
    }

    /// Those of its actions that lead onto one of these squares. A monkey must swing out wherever it lands.
    #[inline]
    fn onto(self, aims: Set) -> Self {
        match self {
            Parallel { targets, direction, steps } => Parallel { targets: targets & aims, direction, steps },
            From { from, targets } => From { from, targets: targets & aims },
            Enter { targets } => Enter { targets: targets & aims },
            Catch { .. } | Swing { .. } | Jail { .. } | Stop => self,
        }
    }

    /// Lists its actions.
    #[inline]
    fn list(self, position: &Position, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        match self {
            Parallel { targets, direction, steps } => targets.into_iter().try_for_each(|to| {
                back(to, direction, steps)
                    .map_or(ControlFlow::Continue(()), |from| sink.push(Action::Move { from, to }))
            }),
            From { from, targets } => targets.into_iter().try_for_each(|to| sink.push(Action::Move { from, to })),
            Enter { targets } => targets.into_iter().try_for_each(|to| sink.push(Action::Enter { to })),
            Catch { cell } => sink.push(Action::Catch { from: cell.gate(), cell }),
            Swing { cell, targets } => targets.into_iter().try_for_each(|to| sink.push(Action::Swing { cell, to })),
            Jail { color } => position.empty_cells(color).try_for_each(|cell| sink.push(Action::Jail { cell })),
            Stop => sink.push(Action::Stop),
        }
    }
}

impl Position {
    /// Every legal action.
    #[inline]
    pub(crate) fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        if self.loser().is_some() {
            return ControlFlow::Continue(());
        }
        let mut any = false;
        self.batches(&mut |batch| {
            any |= batch.len(self) > 0;
            batch.list(self, sink)
        })?;
        // chess2/turn/1: `pass` for a side that can do nothing else.
        if any { ControlFlow::Continue(()) } else { sink.push(Action::Pass) }
    }

    /// The legal actions that lead onto one of these squares of the board, or not onto the board.
    #[inline]
    pub(crate) fn actions_onto(&self, aims: Set, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        if self.loser().is_some() {
            return ControlFlow::Continue(());
        }
        self.batches(&mut |batch| batch.onto(aims).list(self, sink))
    }

    /// How many legal actions there are.
    #[inline]
    pub(crate) fn count_actions(&self) -> usize {
        if self.loser().is_some() {
            return 0;
        }
        let mut count = 0;
        let _ = self.batches(&mut |batch| {
            count += batch.len(self);
            ControlFlow::Continue(())
        });
        count.max(1) as usize
    }

    /// The cells into which a royal of this colour can be put. chess2/ruling/19
    #[inline]
    pub(crate) fn empty_cells(&self, color: Color) -> impl Iterator<Item = Cell> {
        Cell::of(color).into_iter().filter(|&cell| self.jail[cell as usize].is_none())
    }

    #[inline]
    fn batches(&self, give: &mut impl FnMut(Batch) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.pending {
            Pending::Nothing => {
                self.one_or_two_steps(give)?;
                self.far_movers(give)?;
                self.catches(give)?;
                self.bear_actions(give)
            }
            // chess2/turn/7
            Pending::Hop { at, jumped } => {
                give(From { from: at, targets: self.hops(at, jumped) })?;
                if let Some(cell) = self.catch().filter(|cell| cell.gate() == at) {
                    give(Catch { cell })?;
                }
                give(Stop)
            }
            // chess2/turn/8
            Pending::Swing { cell, jumped } => give(Swing { cell, targets: self.hops(cell.gate(), jumped) }),
            // chess2/turn/9
            Pending::Jail(_) => give(Jail { color: self.side.other() }),
        }
    }

    /// King, monkeys, elephants and fish: a whole kind at a time, direction by direction.
    #[inline]
    fn one_or_two_steps(&self, give: &mut impl FnMut(Batch) -> ControlFlow<()>) -> ControlFlow<()> {
        let side = self.side;
        let (occupied, free) = (self.occupied(), !self.own());
        let empty = !occupied;
        let (king, monkeys) = (self.pieces(side, Kind::King), self.pieces(side, Kind::Monkey));
        let (elephants, fish) = (self.pieces(side, Kind::Elephant), self.pieces(side, Kind::Fish));
        for direction in Direction::ALL {
            let beside = monkeys.step(direction);
            // chess2/moves/5; chess2/moves/2 (steps); chess2/monkey/1 (hops)
            give(Parallel { targets: king.step(direction) & free, direction, steps: 1 })?;
            give(Parallel { targets: beside & empty, direction, steps: 1 })?;
            give(Parallel { targets: (beside & occupied).step(direction) & free, direction, steps: 2 })?;
        }
        for direction in Direction::DIAGONAL {
            // chess2/moves/3
            let between = elephants.step(direction) & empty;
            give(Parallel { targets: between.step(direction) & free, direction, steps: 2 })?;
        }
        // chess2/moves/4
        for direction in [side.up(), Direction::East, Direction::West] {
            give(Parallel { targets: fish.step(direction) & empty, direction, steps: 1 })?;
        }
        for direction in side.diagonals_up() {
            give(Parallel { targets: fish.step(direction) & free, direction, steps: 1 })?;
        }
        ControlFlow::Continue(())
    }

    /// Rooks and both sorts of queens.
    #[inline]
    fn far_movers(&self, give: &mut impl FnMut(Batch) -> ControlFlow<()>) -> ControlFlow<()> {
        let (occupied, own) = (self.occupied(), self.own());
        let takeable = if self.rooks_may_take { occupied - own } else { Set::EMPTY };
        // chess2/moves/1
        for from in self.pieces(self.side, Kind::Rook) {
            give(From { from, targets: !occupied | (orthogonal_neighbours(from) & takeable) })?;
        }
        // chess2/moves/6
        let queens = self.kinds[Kind::Queen as usize] | self.kinds[Kind::FishyQueen as usize];
        for from in queens & own {
            give(From { from, targets: queen_sees(from, occupied) - own })?;
        }
        ControlFlow::Continue(())
    }

    /// The banana catch at the start of a turn. chess2/banana-catch/3: only with a hop to swing out by.
    #[inline]
    fn catches(&self, give: &mut impl FnMut(Batch) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(cell) = self.catch() else { return ControlFlow::Continue(()) };
        let gate = cell.gate();
        let possible = self.pieces(self.side, Kind::Monkey).contains(gate) && !self.hops(gate, Set::EMPTY).is_empty();
        if possible { give(Catch { cell }) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn bear_actions(&self, give: &mut impl FnMut(Batch) -> ControlFlow<()>) -> ControlFlow<()> {
        let empty = !self.occupied();
        match self.bear {
            Bear::Absent => ControlFlow::Continue(()),
            // chess2/bear/2
            Bear::Waiting => give(Enter { targets: CENTRE & empty }),
            // chess2/bear/3
            Bear::On(from) => give(From { from, targets: neighbours(from) & empty }),
        }
    }
}
