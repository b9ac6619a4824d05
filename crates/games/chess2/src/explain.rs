//! Why an action is legal or not: the rule's id and a sentence that a player understands.

use std::borrow::Cow;

use menagerie_board::Direction;
use menagerie_game::{RulesExt, Verdict, message};

use crate::actions::Action;
use crate::board::{Set, Square, in_line, middle, neighbours, orthogonal_neighbours};
use crate::piece::{Cell, Color, Kind, Royal};
use crate::position::{Bear, CENTRE, Occupant, Pending, Position};

fn no(rule: &'static str, reason: Cow<'static, str>) -> Verdict {
    Verdict::refused(rule, reason)
}

impl Position {
    pub(crate) fn explain(&self, action: Action) -> Verdict {
        if let Some(loser) = self.loser() {
            return no("chess2/end/1", message!("over", loser = loser.title()));
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
            Action::Swing { cell, .. } => no("chess2/turn/8", message!("refused-swing-early", cell)),
            Action::Jail { .. } => no("chess2/turn/9", message!("refused-jail-early")),
            Action::Enter { to } => self.why_not_enter(to),
            Action::Stop => no("chess2/turn/7", message!("refused-stop")),
            Action::Pass => no("chess2/turn/1", message!("refused-pass")),
        }
    }

    fn why_not_move(&self, from: Square, to: Square) -> Verdict {
        let kind = match self.at(from) {
            None => return no("chess2/turn/1", message!("refused-empty", from)),
            Some(Occupant::Bear) => return self.why_not_bear_move(from, to),
            Some(Occupant::Piece(color, kind)) if color == self.side => kind,
            Some(other) => {
                let reason = message!("refused-other-side", side = self.side.title(), from, other = other.name());
                return no("chess2/turn/1", reason);
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
            Kind::King => no("chess2/moves/5", message!("refused-king")),
            Kind::Queen | Kind::FishyQueen => Self::why_not_queen(from, to),
        }
    }

    fn own_piece_on(&self, to: Square, rule: &'static str) -> Verdict {
        no(rule, message!("refused-own-piece", own = self.kind_on(to).map_or("piece", Kind::words), to))
    }

    /// The target is occupied, because a rook may go to any empty square.
    fn why_not_rook(&self, from: Square, to: Square) -> Verdict {
        if !self.rooks_may_take {
            return no("chess2/moves/1", message!("refused-rook-calm"));
        }
        debug_assert!(!orthogonal_neighbours(from).contains(to), "the rook may take there");
        no("chess2/ruling/2", message!("refused-rook-far"))
    }

    /// Steps and hops. In a chain of hops steps are refused before this is called.
    fn why_not_monkey(&self, from: Square, to: Square, jumped: Set) -> Verdict {
        if neighbours(from).contains(to) {
            let reason = message!("refused-monkey-step", there = self.name_at(to), to);
            return no("chess2/ruling/7", reason);
        }
        let Some(over) = middle(from, to) else {
            return no("chess2/moves/2", message!("refused-monkey"));
        };
        if jumped.contains(over) {
            let reason = message!("refused-hop-again", there = self.name_at(over), over);
            return no("chess2/ruling/10", reason);
        }
        if !self.occupied().contains(over) {
            return no("chess2/monkey/1", message!("refused-hop-nothing", over));
        }
        self.own_piece_on(to, "chess2/ruling/8")
    }

    fn why_not_elephant(&self, from: Square, to: Square) -> Verdict {
        let diagonal = from.file() != to.file() && from.rank() != to.rank();
        match middle(from, to).filter(|_| diagonal) {
            None => no("chess2/moves/3", message!("refused-elephant")),
            Some(between) => {
                let reason = message!("refused-elephant-blocked", there = self.name_at(between), between);
                no("chess2/ruling/15", reason)
            }
        }
    }

    fn why_not_fish(&self, from: Square, to: Square) -> Verdict {
        let ahead = [self.side.up(), Direction::East, Direction::West];
        if ahead.into_iter().any(|direction| from.step(direction) == Some(to)) {
            let reason = message!("refused-fish-takes", there = self.name_at(to), to);
            return no("chess2/ruling/16", reason);
        }
        no("chess2/moves/4", message!("refused-fish"))
    }

    fn why_not_queen(from: Square, to: Square) -> Verdict {
        let reason = if in_line(from, to) { message!("refused-queen-blocked") } else { message!("refused-queen") };
        no("chess2/moves/6", reason)
    }

    fn why_not_bear_move(&self, from: Square, to: Square) -> Verdict {
        if neighbours(from).contains(to) {
            return no("chess2/bear/3", message!("refused-bear-takes", there = self.name_at(to), to));
        }
        no("chess2/bear/3", message!("refused-bear"))
    }

    fn why_not_enter(&self, to: Square) -> Verdict {
        match self.bear {
            Bear::Absent => no("chess2/bear/2", message!("refused-enter-absent")),
            Bear::On(at) => no("chess2/bear/3", message!("refused-enter-again", at)),
            Bear::Waiting if !CENTRE.contains(to) => no("chess2/bear/2", message!("refused-enter-where")),
            Bear::Waiting => no("chess2/bear/2", message!("refused-enter-occupied", to, there = self.name_at(to))),
        }
    }

    fn why_not_catch(&self, from: Square, cell: Cell, jumped: Set) -> Verdict {
        if self.at(from) != Some(Occupant::Piece(self.side, Kind::Monkey)) {
            return no("chess2/ruling/22", message!("refused-catch-no-monkey", from));
        }
        if cell.gate() != from {
            let reason = message!("refused-catch-gate", cell, gate = cell.gate());
            return no("chess2/banana-catch/1", reason);
        }
        if cell.color() != self.side || self.jail[cell as usize] != Some(Royal::King) {
            return no("chess2/banana-catch/2", message!("refused-catch-no-king", cell));
        }
        if !self.banana[self.side as usize] {
            return no("chess2/banana-catch/2", message!("refused-catch-no-banana"));
        }
        debug_assert!(self.hops(from, jumped).is_empty(), "the catch is possible");
        no("chess2/banana-catch/3", message!("refused-catch-no-hop"))
    }

    fn why_not_in_chain(&self, action: Action, at: Square, jumped: Set) -> Verdict {
        match action {
            Action::Move { from, to } if from == at && neighbours(at).contains(to) => {
                no("chess2/ruling/12", message!("refused-chain-step"))
            }
            Action::Move { from, to } if from == at => self.why_not_monkey(at, to, jumped),
            Action::Catch { from, cell } if from == at => self.why_not_catch(at, cell, jumped),
            _ => no("chess2/turn/7", message!("refused-chain", at)),
        }
    }

    fn why_not_swing(&self, action: Action, cell: Cell, jumped: Set) -> Verdict {
        match action {
            Action::Swing { cell: from, to } if from == cell => match middle(cell.gate(), to) {
                None => no("chess2/ruling/23", message!("refused-swing-where", gate = cell.gate())),
                Some(_) => self.why_not_monkey(cell.gate(), to, jumped),
            },
            _ => no("chess2/turn/8", message!("refused-swing-now", cell)),
        }
    }

    fn why_not_jail(&self, action: Action, royal: Royal) -> Verdict {
        let captive: Color = self.side.other();
        let name = Occupant::Piece(captive, royal.kind()).name();
        match action {
            Action::Jail { cell } if cell.color() != captive => {
                no("chess2/ruling/19", message!("refused-jail-other", name, color = captive.words(), cell))
            }
            Action::Jail { cell } => no("chess2/ruling/19", message!("refused-jail-occupied", cell)),
            _ => no("chess2/turn/9", message!("refused-jail-first", name)),
        }
    }
}
