//! Who decides, what there is to choose, and what an answer does: heaven-hell/4.1 and heaven-hell/4.2.

use crate::board::{Cell, Game, cell, name, seat, squares};
use crate::ids::{EFFECTS, ENTRIES};
use crate::land::FollowUps;
use crate::moves::Moves;
use crate::tasks::{PLANES, Task};

fn chosen(at: Cell) -> String {
    format!("@{}", name(at))
}

impl Game {
    /// `w`, `b`, `?` for chance, `-` for nobody.
    pub(crate) fn actor(&self) -> char {
        if self.is_over() {
            return '-';
        }
        match self.pending.first() {
            None => self.turn,
            Some(Task::Purchase(color) | Task::Ask(_, color, _)) => *color,
            Some(Task::Chaos(color, drawn)) if drawn.len() == 3 => *color,
            Some(
                Task::Shrink(id, _)
                | Task::Up(id)
                | Task::Promote(id)
                | Task::UpOrPromote(id)
                | Task::Grow(id)
                | Task::Jump(id)
                | Task::Double(id)
                | Task::Rampage(id),
            ) => self.owner(*id),
            Some(_) => '?',
        }
    }

    /// The texts of all actions, sorted.
    pub(crate) fn options(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let mut texts = match self.pending.first() {
            None => self.main_actions(),
            Some(task) => self.task_options(task),
        };
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// None for an automatic task.
    pub(crate) fn task_options(&self, task: &Task) -> Vec<String> {
        let on_plane = |plane: usize| self.squares_that(|at| at.0 == plane && self.is_empty(at));
        match task {
            Task::Slide(..) | Task::Step(_) | Task::Back(_) | Task::Home(_) | Task::Down(_) => Vec::new(),
            Task::Shrink(id, hit) => self.shrunken(*id, hit).into_iter().map(|(at, _)| chosen(at)).collect(),
            Task::Up(id) => self.upgrade_texts(*id),
            Task::Promote(id) => self.promotions(*id),
            Task::UpOrPromote(id) => [self.upgrade_texts(*id), self.promotions(*id)].concat(),
            Task::Grow(id) => self.growths(*id).into_iter().map(chosen).collect(),
            Task::Jump(id) => {
                let mut jumps = Moves::new();
                if self.pieces[*id].kind == 'C' {
                    self.checker_jumps(*id, &mut jumps);
                }
                self.moves_and_stop(*id, &jumps)
            }
            Task::Double(id) => {
                let able = self.coins[seat(self.owner(*id))] > 0 && self.pieces[*id].stuns == 0;
                self.moves_and_stop(*id, &if able { self.moves(*id) } else { Moves::new() })
            }
            Task::Rampage(id) => {
                let able = self.pieces[*id].kind == 'P';
                self.moves_and_stop(*id, &if able { self.moves(*id) } else { Moves::new() })
            }
            Task::Purchase(color) => self.purchases(*color),
            Task::Chaos(_, drawn) if drawn.len() == 3 => drawn.iter().map(|id| format!("pick:{id}")).collect(),
            Task::Chaos(_, drawn) => {
                let left = EFFECTS.iter().filter(|id| !drawn.iter().any(|other| other == *id));
                left.map(|id| format!("draw:{id}")).collect()
            }
            Task::Ask(id, color, argument) if ENTRIES.contains(&id.as_str()) => {
                self.shop_options(id, *color, *argument)
            }
            Task::Ask(id, color, argument) => self.chaos_options(id, *color, *argument),
            Task::Unlock => self.shop.ids(|(_, unlocked)| !unlocked).iter().map(|id| format!("unlock:{id}")).collect(),
            Task::Curse(_) => vec!["curse:dies".to_owned(), "curse:lives".to_owned()],
            Task::Random(_) => EFFECTS.iter().map(|id| format!("draw:{id}")).collect(),
            Task::Imp => on_plane(0),
            Task::Orb(plane) | Task::Burn(plane) => on_plane(*plane),
            Task::Daze(_, picked) => self.pieces_that(|piece| !picked.contains(&piece.at)),
            Task::Hex(color) => self.pieces_that(|piece| piece.color == *color),
            Task::Throw(id) => {
                let planes = (0..3).filter(|&plane| !self.places(*id, plane).is_empty());
                planes.map(|plane| format!("plane:{}", PLANES[plane])).collect()
            }
            Task::ThrowOn(id, plane) => self.places(*id, *plane).into_iter().map(chosen).collect(),
        }
    }

    fn upgrade_texts(&self, id: usize) -> Vec<String> {
        self.upgrades(id).into_iter().map(|upgrade| format!("up:{upgrade}")).collect()
    }

    /// Nothing if there is no move.
    fn moves_and_stop(&self, id: usize, moves: &Moves) -> Vec<String> {
        let from = name(self.pieces[id].at);
        let mut texts: Vec<_> = moves.keys().map(|&to| format!("{from}{}", name(to))).collect();
        if !texts.is_empty() {
            texts.push("stop".to_owned());
        }
        texts
    }

    /// Answers the first task.
    pub(crate) fn answer(&mut self, text: &str) {
        let task = self.pending.remove(0);
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let at = text.strip_prefix('@').map(cell);
        match task {
            Task::Shrink(id, hit) => self.come_back(id, &hit, at.unwrap()),
            Task::Up(id) | Task::Promote(id) | Task::UpOrPromote(id) => match word {
                "up" => self.upgrade(id, rest),
                _ => self.promote(id, rest),
            },
            Task::Grow(id) => self.grow(id, at.unwrap()),
            Task::Jump(_) | Task::Double(_) | Task::Rampage(_) if text == "stop" => {}
            Task::Jump(id) => self.move_piece(id, squares(text).1, &FollowUps::NONE),
            Task::Double(id) => {
                self.coins[seat(self.owner(id))] -= 1;
                self.move_piece(id, squares(text).1, &FollowUps::OF_DOUBLE);
            }
            Task::Rampage(id) => {
                self.pending.insert(0, task);
                self.move_piece(id, squares(text).1, &FollowUps::NONE);
            }
            Task::Purchase(color) => self.buy(color, rest, true),
            Task::Chaos(color, mut drawn) => {
                if word == "pick" {
                    return self.effect(rest, color);
                }
                drawn.push(rest.to_owned());
                self.pending.insert(0, Task::Chaos(color, drawn));
            }
            Task::Ask(id, color, argument) if ENTRIES.contains(&id.as_str()) => {
                self.shop_answer(&id, color, argument, at.unwrap());
            }
            Task::Ask(id, color, argument) => self.chaos_answer(&id, color, argument, text),
            chance => self.chance(chance, rest, at),
        }
    }

    /// The outcome of a chance task.
    fn chance(&mut self, task: Task, rest: &str, at: Option<Cell>) {
        match task {
            Task::Unlock => self.shop.entry(rest).as_mut().unwrap().1 = true,
            Task::Curse(id) if rest == "dies" => self.die(id),
            Task::Random(color) => self.effect(rest, color),
            Task::Imp => self.appear('I', '-', at.unwrap()),
            Task::Orb(_) => self.items.entry(at.unwrap()).or_default().orb = true,
            Task::Burn(_) => self.put(at.unwrap(), true),
            Task::Daze(number, mut picked) => {
                self.stun(self.piece_on(at.unwrap()).unwrap());
                picked.push(at.unwrap());
                if number > 1 {
                    self.new.push(Task::Daze(number - 1, picked));
                }
            }
            Task::Hex(_) => {
                let id = self.piece_on(at.unwrap()).unwrap();
                self.pieces[id].marks.insert('c');
            }
            Task::Throw(id) => {
                let plane = PLANES.iter().position(|plane| *plane == rest).unwrap();
                self.new.push(Task::ThrowOn(id, plane));
            }
            Task::ThrowOn(id, _) => self.land(id, at.unwrap(), None, &[]),
            _ => {}
        }
    }

    /// heaven-hell/6.6
    pub(crate) fn swap(&mut self, first: usize, second: usize) {
        use crate::board::Whereabouts::Hand;
        let (from, to) = (self.pieces[first].at, self.pieces[second].at);
        self.pieces[first].is = Hand;
        self.pieces[second].is = Hand;
        self.land(first, to, None, &[]);
        self.land(second, from, None, &[]);
    }
}
