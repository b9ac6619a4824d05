//! The run loop, the end of a turn and of the game: heaven-hell/4.3, heaven-hell/4.4, heaven-hell/14.

use crate::board::{Game, Stage, Whereabouts, by, cell};
use crate::tasks::Task;

impl Game {
    /// heaven-hell/4.3, by its numbers.
    pub(crate) fn run(&mut self) {
        loop {
            // 1
            let (orbs, others): (Vec<_>, Vec<_>) = self.new.drain(..).partition(|task| matches!(task, Task::Chaos(..)));
            self.pending.splice(0..0, others);
            self.pending.extend(orbs);
            self.lapse_rights();
            // 2
            if self.is_over() {
                return;
            }
            // 3
            if let Some(task) = self.pending.first().cloned() {
                if !self.task_options(&task).is_empty() {
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

    /// An automatic task, or one without options.
    fn carry_out(&mut self, task: &Task) {
        match *task {
            Task::Slide(id, vector) => self.land(id, by(self.pieces[id].at, vector), Some(vector), &[]),
            Task::Step(id) => self.step(id, self.forward(id)),
            Task::Back(id) => self.step(id, -self.forward(id)),
            Task::Home(id) => self.go_home(id),
            Task::Down(id) => self.downgrade(id),
            Task::Shrink(id, _) | Task::Grow(id) => self.die(id),
            _ => {}
        }
    }

    fn step(&mut self, id: usize, ranks: i8) {
        let to = by(self.pieces[id].at, (0, ranks));
        if self.fits(to, self.pieces[id].size) && self.overlapped(id, to).is_empty() {
            self.land(id, to, Some((0, ranks)), &[]);
        }
    }

    /// heaven-hell/12, `bishops-home`: the dark ones to c1 or f8, the others to f1 or c8.
    fn go_home(&mut self, id: usize) {
        let (_, rank, file) = self.pieces[id].at;
        let dark = (rank + file) % 2 == 0;
        let home = match (self.owner(id), dark) {
            ('w', true) => "c1",
            ('w', false) => "f1",
            (_, true) => "f8",
            (_, false) => "c8",
        };
        if self.pieces[id].at != cell(home) {
            self.land(id, cell(home), None, &[]);
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
                self.add_coins(color, 1 + invested);
            }
        }
        self.turn = if self.turn == 'w' { 'b' } else { 'w' };
        self.stage = if self.next.contains(self.turn) { Stage::Two } else { Stage::One };
        self.next = self.next.replace(self.turn, "");
    }
}
