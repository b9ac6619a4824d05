//! What an answer to a task does. The answer is one of the task's options.

use menagerie_game::message;

use crate::action::Action;
use crate::apply::{Landing, MoveKind, Step};
use crate::board::Square;
use crate::items::Element;
use crate::piece::{Color, Kind, Mark, Piece};
use crate::pieces::PieceId;
use crate::task::Task;

impl Step<'_> {
    /// Takes the task off the list, unless it stays (heaven-hell/4.2), and carries the answer out.
    pub(crate) fn answer(&mut self, task: Task, action: Action) {
        let stays = match task {
            Task::Chaos { drawn, .. } => !drawn.is_complete(),
            Task::Rampage(_) => action != Action::Stop,
            _ => false,
        };
        if !stays {
            self.position.pending.remove(0);
        }
        match task {
            Task::Ask(question) => question.answer(self, action),
            Task::Purchase(seat) => {
                if let Action::Buy(entry) = action {
                    self.buy(seat, entry, true);
                }
            }
            Task::Chaos { .. } | Task::Random(_) => self.answer_orb(task, action),
            Task::Jump(id) | Task::Double(id) | Task::Rampage(id) => {
                if let Action::Move { to, .. } = action {
                    self.move_again(task, id, to);
                }
            }
            _ => self.answer_piece(task, action),
        }
    }

    fn answer_orb(&mut self, task: Task, action: Action) {
        match (task, action) {
            (Task::Chaos { seat, drawn }, Action::Draw(effect)) => {
                self.note(|| message!("note-orb", effect = effect.words()));
                self.position.pending[0] = Task::Chaos { seat, drawn: drawn.with(effect) };
            }
            (Task::Chaos { seat, .. }, Action::Pick(effect)) | (Task::Random(seat), Action::Draw(effect)) => {
                self.happen(effect, seat);
            }
            _ => {}
        }
    }

    fn move_again(&mut self, task: Task, id: PieceId, to: Square) {
        match task {
            Task::Double(_) => {
                self.pay(self.position.owner(id), -1);
                self.move_piece(id, to, MoveKind::Second);
            }
            _ => self.move_piece(id, to, MoveKind::Extra),
        }
    }

    fn answer_piece(&mut self, task: Task, action: Action) {
        match (task, action) {
            (Task::Shrink { piece, hit }, Action::At(anchor)) => {
                if let Some((size, _)) = self.position.shrink_anchors(piece, hit) {
                    self.shrink(piece, size, anchor);
                }
            }
            (Task::Grow(id), Action::At(anchor)) => self.grow(id, anchor),
            (Task::Up(id) | Task::UpOrPromote(id), Action::Up(upgrade)) => self.upgrade(id, upgrade),
            (Task::Promote(id) | Task::UpOrPromote(id), Action::Promote(kind)) => self.transform(id, kind),
            (Task::Throw { piece, .. }, Action::Plane(plane)) => {
                self.create(Task::Throw { piece, plane: Some(plane) });
            }
            (Task::Throw { piece, .. }, Action::At(square)) => self.land(piece, &Landing::on(square)),
            _ => self.answer_chance(task, action),
        }
    }

    fn answer_chance(&mut self, task: Task, action: Action) {
        match (task, action) {
            (Task::Unlock, Action::Unlock(entry)) => {
                self.position.shop.unlock(entry);
                self.note(|| message!("note-unlocked", entry = entry.name()));
            }
            (Task::Curse(id), Action::Curse { dies }) => {
                if dies {
                    self.die(id);
                } else {
                    self.note(|| message!("note-spared"));
                }
            }
            (Task::Imp, Action::At(square)) => {
                self.appear(Piece::new(Kind::Imp, Color::Neutral, square));
            }
            (Task::Orb(_), Action::At(square)) => {
                self.position.items.orbs.insert(square);
                self.item_laid("orb", square);
            }
            (Task::Burn(_), Action::At(square)) => self.lay(Element::Fire, square),
            (Task::Daze { left, dazed }, Action::At(anchor)) => self.daze(left, dazed, anchor),
            (Task::Hex(_), Action::At(anchor)) => {
                if let Some(id) = self.position.pieces.anchored(anchor) {
                    self.mark(id, Mark::Cursed, true);
                }
            }
            _ => {}
        }
    }

    /// heaven-hell/chaos/12: three stuns for this piece, then the next one.
    fn daze(&mut self, left: u8, mut dazed: [Option<PieceId>; 3], anchor: Square) {
        let Some(id) = self.position.pieces.anchored(anchor) else { return };
        self.stun(id);
        if left > 1 {
            if let Some(free) = dazed.iter_mut().find(|slot| slot.is_none()) {
                *free = Some(id);
            }
            self.create(Task::Daze { left: left - 1, dazed });
        }
    }
}
