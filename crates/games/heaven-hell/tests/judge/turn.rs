//! The run loop, the end of a turn and of the game: heaven-hell/4.3, heaven-hell/4.4, heaven-hell/14.

use crate::board::{Game, Stage, Task, Whereabouts, by, cell, seat};
use crate::moves::Moves;

impl Game {
    /// heaven-hell/4.3, by its numbers.
    pub(crate) fn run(&mut self) {
        loop {
            // 1
            let (orbs, others): (Vec<_>, Vec<_>) = self.new.drain(..).partition(|task| matches!(task, Task::Chaos(_)));
            self.pending.splice(0..0, others);
            self.pending.extend(orbs);
            self.lapse_rights();
            // 2
            if self.is_over() {
                return;
            }
            // 3
            if let Some(task) = self.pending.first().cloned() {
                if self.awaits_answer(&task) {
                    return;
                }
                self.pending.remove(0);
                self.carry_out(&task);
                continue;
            }
            match self.stage {
                // 4
                Stage::One | Stage::OneMore | Stage::Two => return,
                // 6
                Stage::Ending => self.end_turn(),
                // 5
                Stage::Resolving => {
                    self.stage = Stage::Ending;
                    let mut forced: Vec<_> = self.on_board().filter(|&id| self.is_forced(id)).collect();
                    forced.sort_by_key(|&id| self.pieces[id].at);
                    self.new.extend(forced.into_iter().map(Task::Step));
                }
            }
        }
    }

    fn is_forced(&self, id: usize) -> bool {
        self.pieces[id].has('f') && self.pieces[id].color == self.turn
    }

    fn lapse_rights(&mut self) {
        let holds = |at: &str, kind: char, color: char| {
            let piece = self.piece_on(cell(at)).map(|id| &self.pieces[id]);
            piece.is_some_and(|piece| piece.kind == kind && piece.color == color && piece.size == 1)
        };
        let lasts = |right: &char| {
            let (color, rank) = if right.is_ascii_uppercase() { ('w', '1') } else { ('b', '8') };
            let file = if right.eq_ignore_ascii_case(&'k') { 'h' } else { 'a' };
            holds(&format!("e{rank}"), 'K', color) && holds(&format!("{file}{rank}"), 'R', color)
        };
        self.rights = self.rights.chars().filter(lasts).collect();
    }

    pub(crate) fn is_over(&self) -> bool {
        let counts = |id: &usize| matches!(self.pieces[*id].is, Whereabouts::Board | Whereabouts::Limbo);
        let has_lost = |color: char| {
            let own =
                || (0..self.pieces.len()).filter(counts).map(|id| &self.pieces[id]).filter(|it| it.color == color);
            !own().any(|piece| piece.kind == 'K') || !own().any(|piece| piece.at.0 == 0)
        };
        has_lost('w') || has_lost('b')
    }

    /// Whether somebody, or chance, has something to choose.
    fn awaits_answer(&self, task: &Task) -> bool {
        match task {
            Task::Slide(..) | Task::Step(_) => false,
            Task::Curse(_) | Task::Chaos(_) => true,
            Task::Shrink(id, hit) => self.can_shrink(*id, hit),
            Task::Up(id) => self.can_upgrade(*id),
            Task::Promote(id) => self.pieces[*id].kind == 'P',
            Task::UpOrPromote(id) => self.can_upgrade(*id) || self.pieces[*id].kind == 'P',
            Task::Jump(id) => {
                let mut jumps = Moves::new();
                self.checker_jumps(*id, &mut jumps);
                self.pieces[*id].kind == 'C' && !jumps.is_empty()
            }
            Task::Double(id) => {
                let piece = &self.pieces[*id];
                self.coins[seat(self.owner(*id))] > 0 && piece.stuns == 0 && !self.moves(*id).is_empty()
            }
        }
    }

    fn carry_out(&mut self, task: &Task) {
        match *task {
            Task::Slide(id, vector) => self.land(id, by(self.pieces[id].at, vector), Some(vector), &[]),
            Task::Step(id) => {
                let vector = (0, self.forward(id));
                let to = by(self.pieces[id].at, vector);
                if self.fits(to, self.pieces[id].size) && self.overlapped(id, to).is_empty() {
                    self.land(id, to, Some(vector), &[]);
                }
            }
            Task::Shrink(id, _) => self.die(id),
            _ => {}
        }
    }

    fn end_turn(&mut self) {
        for id in self.on_board().collect::<Vec<_>>() {
            if self.pieces[id].color == self.turn || self.pieces[id].color == '-' {
                self.pieces[id].stuns = self.pieces[id].stuns.saturating_sub(1);
            }
        }
        let passed_rank = if self.turn == 'w' { 5 } else { 2 };
        self.passed = self.passed.filter(|at| at.1 != passed_rank);
        if self.turn == 'w' {
            for color in ['w', 'b'] {
                let invested = self.on_board().filter(|&id| self.pieces[id].color == color);
                let invested: i32 = invested.map(|id| i32::from(self.pieces[id].investor)).sum();
                self.coins[seat(color)] = (self.coins[seat(color)] + 1 + invested).min(9999);
            }
        }
        self.turn = if self.turn == 'w' { 'b' } else { 'w' };
        self.stage = if self.next.contains(self.turn) { Stage::Two } else { Stage::One };
        self.next = self.next.replace(self.turn, "");
    }
}
