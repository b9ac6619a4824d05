//! What moves do: heaven-hell/6.1 to heaven-hell/6.6.

use crate::board::{Cell, Game, Items, Stage, Vector, Whereabouts, block, cell, seat, squares};
use crate::moves::Way;
use crate::tasks::Task;

/// The tasks that may follow a move.
pub(crate) struct FollowUps {
    pub(crate) jump: bool,
    pub(crate) curse: bool,
    pub(crate) double: bool,
}

impl FollowUps {
    pub(crate) const ALL: Self = Self { jump: true, curse: true, double: true };
    pub(crate) const NONE: Self = Self { jump: false, curse: false, double: false };
    /// heaven-hell/4.2: after the second move of Double Move there is no third.
    pub(crate) const OF_DOUBLE: Self = Self { jump: true, curse: true, double: false };
}

impl Game {
    /// One action, up to the next decision.
    pub(crate) fn act(&mut self, text: &str) {
        if self.pending.is_empty() {
            self.main_action(text);
        } else {
            self.answer(text);
        }
        self.run();
    }

    fn main_action(&mut self, text: &str) {
        self.forget_imp();
        let last = matches!(text, "pass" | "stop") || self.stage != Stage::Two;
        self.stage = if last { Stage::Resolving } else { Stage::OneMore };
        let named = |text: &str| cell(text.split_once(':').map_or(text, |(_, at)| at));
        if let Some(at) = text.strip_prefix("raise:").map(cell) {
            let id = self.piece_on(at).unwrap();
            self.pieces[id].marks.insert('c');
            self.land(id, (0, at.1, at.2), None, &[]);
        } else if let Some(entry) = text.strip_prefix("buy:") {
            self.buy(self.turn, entry, false);
        } else if text.starts_with("cast-") {
            let wizard = self.piece_on(named(text)).unwrap();
            for at in self.adjacent(wizard).into_iter().filter(|&at| self.is_unoccupied(at)).collect::<Vec<_>>() {
                self.put(at, text.starts_with("cast-fire"));
            }
        } else if let Some((from, target)) = text.split_once('*') {
            self.shoot(self.piece_on(cell(from)).unwrap(), cell(target));
        } else if !matches!(text, "pass" | "stop") {
            let (from, to) = squares(text);
            self.move_piece(self.piece_on(from).unwrap(), to, &FollowUps::ALL);
        }
    }

    /// heaven-hell/5.1: the Imp's forbidden move lapses when the other seat's turn to go that way comes.
    fn forget_imp(&mut self) {
        let goes_down = |(from, to): (Cell, Cell)| to.1 < from.1;
        self.imp = self.imp.filter(|&forbidden| goes_down(forbidden) != (self.turn == 'b'));
    }

    /// heaven-hell/6.1
    pub(crate) fn move_piece(&mut self, id: usize, to: Cell, allowed: &FollowUps) {
        let Way { direction, extra, checker_jump, portal, passes, rook } = self.moves(id).remove(&to).unwrap();
        let piece = self.pieces[id].clone();
        let plain = self.overlapped(id, to).is_empty()
            && block(to, piece.size).into_iter().all(|at| self.items_on(at) == Items::default());
        let follow_ups = [
            (allowed.jump && checker_jump).then_some(Task::Jump(id)),
            (allowed.curse && piece.has('c')).then_some(Task::Curse(id)),
            (allowed.double && piece.has('d')).then_some(Task::Double(id)),
        ];
        self.pending.splice(0..0, follow_ups.into_iter().flatten());
        if portal {
            self.pieces[id].marks.remove(&'p');
        }
        self.land(id, to, direction, &extra);
        if let Some((rook, to)) = rook {
            self.land(rook, to, None, &[]);
        }
        let stands = self.pieces[id].is == Whereabouts::Board && self.pieces[id].at == to;
        let slides = self.new.iter().any(|task| matches!(task, Task::Slide(other, _) if *other == id));
        if passes.is_some() && stands && !slides {
            self.passed = passes;
        }
        if piece.kind == 'I' && plain && stands {
            self.imp = Some((to, piece.at));
        }
    }

    /// heaven-hell/6.2, by its numbers.
    pub(crate) fn land(&mut self, id: usize, to: Cell, direction: Option<Vector>, extra: &[usize]) {
        // 1
        self.drop_tasks(|task| matches!(task, Task::Slide(other, _) if *other == id));
        // 2
        if !self.fits(to, self.pieces[id].size) {
            return if to.0 == self.pieces[id].at.0 { self.die(id) } else { self.remove(id) };
        }
        // 3
        self.pieces[id].is = Whereabouts::Hand;
        let met = self.overlapped(id, to);
        // 4
        if met.iter().any(|&other| self.is_ally(other, id) || self.is_protected(other)) {
            self.pieces[id].at = to;
            return self.die(id);
        }
        // 5
        let squares = block(to, self.pieces[id].size);
        for &other in extra {
            let all = self.pieces[other].footprint();
            self.capture(other, &all);
        }
        for &other in &met {
            self.capture(other, &squares);
        }
        // 6
        let captured = extra.len() + met.len();
        self.pieces[id].at = to;
        self.pieces[id].is = Whereabouts::Board;
        self.credit(id, captured);
        self.meet_items(id, &squares, direction, captured > 0);
    }

    /// heaven-hell/6.2/7 to heaven-hell/6.2/11.
    fn meet_items(&mut self, id: usize, squares: &[Cell], direction: Option<Vector>, captured: bool) {
        // 7
        let owner = self.owner(id);
        for &at in squares {
            let items = self.items.entry(at).or_default();
            self.coins[seat(owner)] += std::mem::take(&mut items.coins);
            if std::mem::take(&mut items.orb) {
                self.new.push(Task::Chaos(owner, Vec::new()));
            }
        }
        self.coins[seat(owner)] = self.coins[seat(owner)].min(9999);
        let any = |game: &Self, there: fn(Items) -> bool| squares.iter().any(|&at| there(game.items_on(at)));
        if self.pieces[id].fears_fire() && any(self, |items| items.fire) {
            return self.die(id);
        }
        // 8
        let (plane, rank, file) = self.pieces[id].at;
        if captured && plane == 1 {
            return self.land(id, (2, rank, file), None, &[]);
        }
        // 9
        if let Some(direction) = direction.filter(|_| self.pieces[id].fears_ice() && any(self, |items| items.ice)) {
            return self.new.push(Task::Slide(id, direction));
        }
        // 10
        let before = self.traps.len();
        if self.pieces[id].kind != 'S' {
            self.traps.retain(|(at, _)| !squares.contains(at));
        }
        if self.traps.len() < before {
            return self.die(id);
        }
        // 11
        let last = if self.forward(id) == 1 { 7 } else { 0 };
        if self.pieces[id].kind == 'P' && squares.iter().any(|at| at.1 == last) {
            let waiting = self.new.iter_mut().chain(&mut self.pending).find(|task| **task == Task::Up(id));
            match waiting {
                Some(task) => *task = Task::UpOrPromote(id),
                None => self.new.push(Task::Promote(id)),
            }
        }
    }

    fn shoot(&mut self, id: usize, target: Cell) {
        self.capture(self.piece_on(target).unwrap(), &[target]);
        self.credit(id, 1);
        let (plane, rank, file) = self.pieces[id].at;
        if plane == 1 {
            self.land(id, (2, rank, file), None, &[]);
        }
    }

    /// heaven-hell/6.3
    pub(crate) fn capture(&mut self, id: usize, hit: &[Cell]) {
        if self.pieces[id].size == 1 {
            return self.die(id);
        }
        let hit = self.pieces[id].footprint().into_iter().filter(|at| hit.contains(at)).collect();
        self.send_to_limbo(id, hit);
    }

    pub(crate) fn send_to_limbo(&mut self, id: usize, hit: Vec<Cell>) {
        self.drop_tasks(|task| task.about() == Some(id));
        self.pieces[id].is = Whereabouts::Limbo;
        self.new.push(Task::Shrink(id, hit));
    }

    pub(crate) fn credit(&mut self, id: usize, captures: usize) {
        for _ in 0..captures {
            let marks = &mut self.pieces[id].marks;
            marks.insert('m');
            if marks.insert('x') {
                continue;
            }
            marks.remove(&'x');
            if !self.upgrades(id).is_empty() {
                self.new.push(Task::Up(id));
            }
        }
    }

    /// heaven-hell/6.4
    pub(crate) fn die(&mut self, id: usize) {
        self.drop_tasks(|task| match task {
            Task::Slide(other, _)
            | Task::Step(other)
            | Task::Back(other)
            | Task::Rampage(other)
            | Task::Jump(other)
            | Task::Double(other)
            | Task::Curse(other) => *other == id,
            _ => false,
        });
        let piece = self.pieces[id].clone();
        if piece.kind == 'X' {
            piece.footprint().into_iter().for_each(|at| self.put(at, true));
        }
        if piece.at.0 != 0 {
            return self.remove(id);
        }
        let plane = match piece.kind {
            'V' => 2,
            'A' => 1,
            _ => 1 + usize::from(piece.has('m')),
        };
        self.land(id, (plane, piece.at.1, piece.at.2), None, &[]);
    }

    pub(crate) fn remove(&mut self, id: usize) {
        self.pieces[id].is = Whereabouts::Gone;
        self.drop_tasks(|task| task.about() == Some(id));
    }

    fn drop_tasks(&mut self, is: impl Fn(&Task) -> bool) {
        self.new.retain(|task| !is(task));
        self.pending.retain(|task| !is(task));
    }

    /// heaven-hell/9: Fire melts Ice and Ice puts out Fire; then neither is there.
    pub(crate) fn put(&mut self, at: Cell, fire: bool) {
        if !self.exists(at) {
            return;
        }
        let items = self.items.entry(at).or_default();
        match (fire, items.ice, items.fire) {
            (true, true, _) => items.ice = false,
            (true, false, _) => items.fire = true,
            (false, _, true) => items.fire = false,
            (false, _, false) => items.ice = true,
        }
    }
}
