//! Move generation.

use std::ops::ControlFlow;

use menagerie_game::Sink;

use crate::board::{MAZE, Set, Square, beside, neighbours, seen_from, within_two};
use crate::piece::Color;
use crate::piece::Kind::{self, *};
use crate::piece::{Piece, Unit};
use crate::position::{Pending, Position, Turn};

/// The smallest decision of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A piece goes from one square to another; also out of the Maze.
    Move {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A square is chosen: for what is in the hand, or the reporter's victim.
    At(Square),
    /// The reporter kills nobody.
    Stop,
    /// The seat in power has no move.
    Pass,
}

impl Position {
    pub(crate) fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        let Some(turn) = self.turn else { return ControlFlow::Continue(()) };
        match self.pending {
            Pending::Move => self.list_moves(turn, sink),
            Pending::Hand(unit) => push_each(self.open_squares(unit), Action::At, sink),
            Pending::Kill(reporter) => {
                push_each(self.victims(turn.seat, reporter), Action::At, sink)?;
                sink.push(Action::Stop)
            }
            Pending::Exit => push_each(self.exits(), |to| Action::Move { from: MAZE, to }, sink),
        }
    }

    /// The number of actions that [`actions`](Self::actions) lists.
    pub(crate) fn count_actions(&self) -> usize {
        let Some(turn) = self.turn else { return 0 };
        let count = match self.pending {
            Pending::Move => return self.count_moves(turn.seat),
            Pending::Hand(unit) => self.open_squares(unit).len(),
            Pending::Kill(reporter) => self.victims(turn.seat, reporter).len() + 1,
            Pending::Exit => self.exits().len(),
        };
        count as usize
    }

    fn list_moves(&self, turn: Turn, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        let mut any = false;
        self.each_mover(turn.seat, |from, goals| {
            any |= !goals.is_empty();
            push_each(goals, |to| Action::Move { from, to }, sink)
        })?;
        // djambi/power/7: a seat in power is never without an action.
        if !any && self.in_power() == Some(turn.seat) { sink.push(Action::Pass) } else { ControlFlow::Continue(()) }
    }

    fn count_moves(&self, seat: Color) -> usize {
        let mut count = 0;
        let _ = self.each_mover(seat, |_, goals| {
            count += goals.len();
            ControlFlow::Continue(())
        });
        if count == 0 { usize::from(self.in_power() == Some(seat)) } else { count as usize }
    }

    /// Whether the seat has a move at the start of a turn.
    #[inline]
    pub(crate) fn has_move(&self, seat: Color) -> bool {
        let found = |_, goals: Set| if goals.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        self.each_mover(seat, found).is_break()
    }

    /// Every ally with the squares it can go to.
    #[inline]
    fn each_mover(&self, seat: Color, mut each: impl FnMut(Square, Set) -> ControlFlow<()>) -> ControlFlow<()> {
        let occupied = self.occupied();
        let allies = self.allies(seat);
        let goals = self.goals(seat, occupied);
        for from in allies - self.kinds[Militant as usize] {
            let kind = SLIDERS.into_iter().find(|&kind| self.kinds[kind as usize].contains(from)).unwrap_or(Reporter);
            each(from, seen_from(from, occupied) & goals[kind as usize])?;
        }
        for from in allies & self.kinds[Militant as usize] {
            // djambi/pieces/3
            each(from, seen_from(from, occupied) & goals[Militant as usize] & within_two(from))?;
        }
        ControlFlow::Continue(())
    }

    /// For each kind the squares where it may end, if nothing is in the way (djambi/pieces/5 to 10).
    #[inline]
    pub(crate) fn goals(&self, seat: Color, occupied: Set) -> [Set; 6] {
        let maze = Set::of(MAZE);
        let empty = !occupied;
        let enemies = self.enemies(seat);
        let open = empty - maze;
        let mut goals = [open; 6];
        goals[Chief as usize] = empty | enemies;
        goals[Militant as usize] |= enemies - maze;
        goals[Assassin as usize] |= if neighbours(MAZE).meets(empty) { enemies } else { enemies - maze };
        goals[Diplomat as usize] |= enemies;
        goals[Necromobile as usize] |= self.corpses;
        goals
    }

    /// Where what is in the hand may be put down (djambi/put-down).
    pub(crate) fn open_squares(&self, unit: Unit) -> Set {
        let empty = !self.occupied();
        let allowed = match unit {
            Unit::Living(Piece { kind: Chief, .. }) => empty,
            Unit::Living(_) | Unit::Corpse => empty.without(MAZE),
        };
        allowed - self.last_exit(empty)
    }

    /// The only empty neighbour of the Maze, if a piece stands there that must still leave (djambi/put-down/3).
    pub(crate) fn last_exit(&self, empty: Set) -> Set {
        let ways = neighbours(MAZE) & empty;
        if self.guest_in_maze().is_some() && ways.len() == 1 { ways } else { Set::EMPTY }
    }

    /// The living piece in the Maze that may not rest there.
    pub(crate) fn guest_in_maze(&self) -> Option<Piece> {
        self.piece_at(MAZE).filter(|piece| piece.kind != Chief)
    }

    /// The enemies beside a reporter.
    #[inline]
    pub(crate) fn victims(&self, seat: Color, reporter: Square) -> Set {
        beside(reporter) & self.enemies(seat)
    }

    /// Where a piece can leave the Maze to (djambi/pieces/12).
    pub(crate) fn exits(&self) -> Set {
        let occupied = self.occupied();
        seen_from(MAZE, occupied) - occupied
    }
}

/// The kinds that go any number of squares.
const SLIDERS: [Kind; 5] = [Chief, Assassin, Reporter, Diplomat, Necromobile];

#[inline]
fn push_each(squares: Set, action: impl Fn(Square) -> Action, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
    for square in squares {
        sink.push(action(square))?;
    }
    ControlFlow::Continue(())
}
