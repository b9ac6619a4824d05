//! Why an action is legal or not: the rule's id and a sentence that a player understands.

use menagerie_board::Direction;
use menagerie_game::{RulesExt, Verdict};

use crate::actions::Action;
use crate::board::{Set, Square, in_line, middle, neighbours, orthogonal_neighbours};
use crate::piece::{Cell, Color, Kind, Royal};
use crate::position::{Bear, CENTRE, Occupant, Pending, Position};
use crate::words::capital;

fn no(rule: &'static str, reason: impl Into<String>) -> Verdict {
    Verdict::refused(rule, reason.into())
}

impl Position {
    pub(crate) fn explain(&self, action: Action) -> Verdict {
        if let Some(loser) = self.loser() {
            let loser = capital(loser);
            return no("chess2/end/1", format!("the game is over: {loser}'s king and queen are both in jail"));
        }
        if self.is_legal(action) {
            return Verdict::allowed(self.permission(action), self.words(action));
        }
        match self.pending {
            Pending::Nothing => self.why_not_at_start(action),
            Pending::Hop { at, jumped } => self.why_not_in_chain(action, at, jumped),
            Pending::Swing { cell, jumped } => self.why_not_swing(action, cell, jumped),
            Pending::Jail(royal) => self.why_not_jail(action, royal),
        }
    }

    /// The rule by which a legal action is legal.
    fn permission(&self, action: Action) -> &'static str {
        match action {
            Action::Move { from, to } => match self.at(from) {
                Some(Occupant::Piece(_, Kind::Rook)) => "chess2/moves/1",
                Some(Occupant::Piece(_, Kind::Monkey)) if middle(from, to).is_some() => "chess2/monkey/1",
                Some(Occupant::Piece(_, Kind::Monkey)) => "chess2/moves/2",
                Some(Occupant::Piece(_, Kind::Elephant)) => "chess2/moves/3",
                Some(Occupant::Piece(_, Kind::Fish)) => "chess2/moves/4",
                Some(Occupant::Piece(_, Kind::King)) => "chess2/moves/5",
                Some(Occupant::Piece(_, Kind::Queen | Kind::FishyQueen)) => "chess2/moves/6",
                Some(Occupant::Bear) | None => "chess2/bear/3",
            },
            Action::Catch { .. } => "chess2/banana-catch/4",
            Action::Swing { .. } => "chess2/banana-catch/5",
            Action::Jail { .. } => "chess2/jail/1",
            Action::Enter { .. } => "chess2/bear/2",
            Action::Stop => "chess2/monkey/5",
            Action::Pass => "chess2/turn/1",
        }
    }

    fn why_not_at_start(&self, action: Action) -> Verdict {
        match action {
            Action::Move { from, to } => self.why_not_move(from, to),
            Action::Catch { from, cell } => self.why_not_catch(from, cell, Set::EMPTY),
            Action::Swing { cell, .. } => {
                no("chess2/turn/8", format!("no monkey is in {cell}: swinging out comes right after the banana catch"))
            }
            Action::Jail { .. } => no("chess2/turn/9", "no king or queen was just taken, so no cell is to be chosen"),
            Action::Enter { to } => self.why_not_enter(to),
            Action::Stop => no("chess2/turn/7", "no monkey has hopped in this turn, so there is nothing to stop"),
            Action::Pass => no("chess2/turn/1", "passing is only for a side that can do nothing else"),
        }
    }

    fn why_not_move(&self, from: Square, to: Square) -> Verdict {
        let kind = match self.at(from) {
            None => return no("chess2/turn/1", format!("nothing stands on {from}")),
            Some(Occupant::Bear) => return self.why_not_bear_move(from, to),
            Some(Occupant::Piece(color, kind)) if color == self.side => kind,
            Some(other) => {
                let side = capital(self.side);
                return no("chess2/turn/1", format!("{side} is on move, and {from} holds a {}", other.name()));
            }
        };
        if self.own().contains(to) && kind != Kind::Monkey {
            return self.own_piece_on(to, "chess2/taking/1");
        }
        match kind {
            Kind::Rook => self.why_not_rook(from, to),
            Kind::Monkey => self.why_not_monkey(from, to, Set::EMPTY),
            Kind::Elephant => self.why_not_elephant(from, to),
            Kind::Fish => self.why_not_fish(from, to),
            Kind::King => no("chess2/moves/5", "a king goes exactly one square, in any direction"),
            Kind::Queen | Kind::FishyQueen => Self::why_not_queen(from, to),
        }
    }

    fn own_piece_on(&self, to: Square, rule: &'static str) -> Verdict {
        no(rule, format!("your own {} stands on {to}", self.kind_on(to).map_or("piece", Kind::as_str)))
    }

    /// The target is occupied: to empty squares a rook may always go.
    fn why_not_rook(&self, from: Square, to: Square) -> Verdict {
        if !self.rooks_may_take {
            let reason = "a rook may take only right after the other side took a piece that is neither king nor queen";
            return no("chess2/moves/1", reason);
        }
        debug_assert!(!orthogonal_neighbours(from).contains(to), "the rook may take there");
        no("chess2/ruling/2", "a rook takes only a neighbour straight beside it, never at a distance or diagonally")
    }

    /// Steps and hops; in a chain the steps are dealt with before.
    fn why_not_monkey(&self, from: Square, to: Square, jumped: Set) -> Verdict {
        if neighbours(from).contains(to) {
            let reason = format!("a monkey's step takes nothing, and the {} stands on {to}", self.name_at(to));
            return no("chess2/ruling/7", reason);
        }
        let Some(over) = middle(from, to) else {
            let reason =
                "a monkey steps to a neighbouring square, or hops over a neighbour to the square right behind it";
            return no("chess2/moves/2", reason);
        };
        if jumped.contains(over) {
            let reason = format!("the {} on {over} was already jumped over in this turn", self.name_at(over));
            return no("chess2/ruling/10", reason);
        }
        if !self.occupied().contains(over) {
            return no("chess2/monkey/1", format!("there is nothing on {over} to hop over"));
        }
        self.own_piece_on(to, "chess2/ruling/8")
    }

    fn why_not_elephant(&self, from: Square, to: Square) -> Verdict {
        let diagonal = from.file() != to.file() && from.rank() != to.rank();
        match middle(from, to).filter(|_| diagonal) {
            None => no("chess2/moves/3", "an elephant goes exactly two squares diagonally"),
            Some(between) => {
                let reason = format!("the {} on {between} is in the elephant's way", self.name_at(between));
                no("chess2/ruling/15", reason)
            }
        }
    }

    fn why_not_fish(&self, from: Square, to: Square) -> Verdict {
        let ahead = [self.side.up(), Direction::East, Direction::West];
        if ahead.into_iter().any(|direction| from.step(direction) == Some(to)) {
            let reason = format!("a fish takes diagonally forward only, and the {} stands on {to}", self.name_at(to));
            return no("chess2/ruling/16", reason);
        }
        no("chess2/moves/4", "a fish goes one square forward, diagonally forward or sideways, never back")
    }

    fn why_not_queen(from: Square, to: Square) -> Verdict {
        let reason = if in_line(from, to) {
            "a piece between is in her way: a queen cannot jump"
        } else {
            "a queen goes in a straight line: along a rank, a file or a diagonal"
        };
        no("chess2/moves/6", reason)
    }

    fn why_not_bear_move(&self, from: Square, to: Square) -> Verdict {
        if neighbours(from).contains(to) {
            return no("chess2/bear/3", format!("the bear takes nothing, and the {} stands on {to}", self.name_at(to)));
        }
        no("chess2/bear/3", "the bear goes exactly one square, to an empty one")
    }

    fn why_not_enter(&self, to: Square) -> Verdict {
        match self.bear {
            Bear::Absent => no("chess2/bear/2", "no bear waits in the centre"),
            Bear::On(at) => no("chess2/bear/3", format!("the bear has already come in: it stands on {at}")),
            Bear::Waiting if !CENTRE.contains(to) => no("chess2/bear/2", "the bear comes in on d4, d5, e4 or e5"),
            Bear::Waiting => no("chess2/bear/2", format!("{to} is not empty: a {} stands there", self.name_at(to))),
        }
    }

    fn why_not_catch(&self, from: Square, cell: Cell, jumped: Set) -> Verdict {
        if self.at(from) != Some(Occupant::Piece(self.side, Kind::Monkey)) {
            return no(
                "chess2/ruling/22",
                format!("only a monkey of yours goes into a cell, and there is none on {from}"),
            );
        }
        if cell.gate() != from {
            let reason = format!("{cell} can be entered only from {}, right beside it", cell.gate());
            return no("chess2/banana-catch/1", reason);
        }
        if cell.color() != self.side || self.jail[cell as usize] != Some(Royal::King) {
            return no("chess2/banana-catch/2", format!("your king is not in {cell}"));
        }
        if !self.banana[self.side as usize] {
            return no("chess2/banana-catch/2", "your king has no banana left, so he cannot be rescued");
        }
        debug_assert!(self.hops(from, jumped).is_empty(), "the catch is possible");
        no("chess2/banana-catch/3", "the monkey could not swing out again: there is no hop from here")
    }

    fn why_not_in_chain(&self, action: Action, at: Square, jumped: Set) -> Verdict {
        match action {
            Action::Move { from, to } if from == at && neighbours(at).contains(to) => {
                no("chess2/ruling/12", "after a hop the monkey can only hop on, not step")
            }
            Action::Move { from, to } if from == at => self.why_not_monkey(at, to, jumped),
            Action::Catch { from, cell } if from == at => self.why_not_catch(at, cell, jumped),
            _ => no("chess2/turn/7", format!("the monkey on {at} is in the middle of its turn: hop on, or stop")),
        }
    }

    fn why_not_swing(&self, action: Action, cell: Cell, jumped: Set) -> Verdict {
        match action {
            Action::Swing { cell: from, to } if from == cell => match middle(cell.gate(), to) {
                None => no(
                    "chess2/ruling/23",
                    format!("the monkey swings over a neighbour of {} to the square right behind it", cell.gate()),
                ),
                Some(_) => self.why_not_monkey(cell.gate(), to, jumped),
            },
            _ => no("chess2/turn/8", format!("the monkey in {cell} must swing out now")),
        }
    }

    fn why_not_jail(&self, action: Action, royal: Royal) -> Verdict {
        let captive: Color = self.side.other();
        let name = format!("{} {}", captive.name(), royal.kind().as_str());
        match action {
            Action::Jail { cell } if cell.color() != captive => {
                no("chess2/ruling/19", format!("the {name} goes into a cell of {}: {cell} is not", captive.name()))
            }
            Action::Jail { cell } => no("chess2/ruling/19", format!("{cell} is not empty")),
            _ => no("chess2/turn/9", format!("first choose a cell for the captured {name}")),
        }
    }
}
