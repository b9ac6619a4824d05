//! What each task offers.

use std::ops::ControlFlow;

use menagerie_game::Sink;

use crate::action::{Action, PROMOTIONS};
use crate::board::{Plane, Set, Square};
use crate::chaos::ChaosId;
use crate::moves::Mover;
use crate::piece::Kind;
use crate::pieces::PieceId;
use crate::position::Position;
use crate::shop::EntryId;
use crate::task::Task;
use crate::upgrade::Upgrade;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

impl Position {
    /// The options of a task; an automatic one has none.
    pub(crate) fn task_options(&self, task: Task, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        match task {
            Task::Shrink { piece, hit } => match self.shrink_anchors(piece, hit) {
                Some((_, anchors)) => squares(self.pieces[piece].square.plane(), anchors, sink),
                None => GO_ON,
            },
            Task::Grow(id) => self.grow_anchors(id).into_iter().try_for_each(|anchor| sink.push(Action::At(anchor))),
            Task::Up(id) => self.upgrades(id, sink),
            Task::Promote(id) => self.promotions(id, sink),
            Task::UpOrPromote(id) => {
                self.upgrades(id, sink)?;
                self.promotions(id, sink)
            }
            Task::Jump(id) => or_stop(sink, |sink| {
                let checker = self.pieces[id].kind == Kind::CheckerKnight;
                if checker { Mover::new(self, id).checker_jumps(sink) } else { GO_ON }
            }),
            Task::Double(id) => or_stop(sink, |sink| {
                let may = self.coins[self.owner(id).index()] > 0 && self.pieces[id].is_free();
                if may { Mover::new(self, id).moves(sink) } else { GO_ON }
            }),
            Task::Rampage(id) => or_stop(sink, |sink| {
                let pawn = self.pieces[id].kind == Kind::Pawn;
                if pawn { Mover::new(self, id).moves(sink) } else { GO_ON }
            }),
            Task::Purchase(seat) => {
                let mut buyable = EntryId::all().filter(|&entry| self.price_for(seat, entry).is_some());
                buyable.try_for_each(|entry| sink.push(Action::Buy(entry)))
            }
            Task::Chaos { drawn, .. } if drawn.is_complete() => {
                drawn.iter().try_for_each(|effect| sink.push(Action::Pick(effect)))
            }
            Task::Chaos { drawn, .. } => {
                let mut left = ChaosId::all().filter(|&effect| !drawn.contains(effect));
                left.try_for_each(|effect| sink.push(Action::Draw(effect)))
            }
            Task::Ask(question) => question.options(self, sink),
            _ => self.chances(task, sink),
        }
    }

    /// The outcomes of chance's other tasks.
    fn chances(&self, task: Task, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        let mut at = |id: PieceId| sink.push(Action::At(self.pieces[id].square));
        match task {
            Task::Unlock => {
                let mut locked = EntryId::all().filter(|&entry| self.shop.is_locked(entry));
                locked.try_for_each(|entry| sink.push(Action::Unlock(entry)))
            }
            Task::Curse(_) => [true, false].into_iter().try_for_each(|dies| sink.push(Action::Curse { dies })),
            Task::Random(_) => ChaosId::all().try_for_each(|effect| sink.push(Action::Draw(effect))),
            Task::Imp => squares(Plane::Earth, self.empty()[Plane::Earth], sink),
            Task::Orb(plane) | Task::Burn(plane) => squares(plane, self.empty()[plane], sink),
            Task::Daze { dazed, .. } => self.pieces.ids().filter(|&id| !dazed.contains(&Some(id))).try_for_each(at),
            Task::Hex(seat) => self.pieces.ids().filter(|&id| self.pieces[id].is_of(seat)).try_for_each(&mut at),
            Task::Throw { piece, plane: None } => {
                let size = self.pieces[piece].size;
                let mut planes = Plane::ALL.into_iter().filter(|&plane| !self.anchors(plane, size).is_empty());
                planes.try_for_each(|plane| sink.push(Action::Plane(plane)))
            }
            Task::Throw { piece, plane: Some(plane) } => {
                squares(plane, self.anchors(plane, self.pieces[piece].size), sink)
            }
            // Automatic tasks.
            _ => GO_ON,
        }
    }

    fn upgrades(&self, id: PieceId, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        Upgrade::options(self.pieces[id]).try_for_each(|upgrade| sink.push(Action::Up(upgrade)))
    }

    fn promotions(&self, id: PieceId, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
        if self.pieces[id].kind != Kind::Pawn {
            return GO_ON;
        }
        PROMOTIONS.into_iter().try_for_each(|kind| sink.push(Action::Promote(kind)))
    }

    /// Whether a task has an option.
    pub(crate) fn has_option(&self, task: Task) -> bool {
        self.task_options(task, &mut |_| ControlFlow::Break(())).is_break()
    }
}

fn squares(plane: Plane, set: Set, sink: &mut dyn Sink<Action>) -> ControlFlow<()> {
    set.into_iter().try_for_each(|cell| sink.push(Action::At(Square::new(plane, cell))))
}

/// Some moves and `stop`; nothing if there is no move.
fn or_stop(sink: &mut dyn Sink<Action>, moves: impl Fn(&mut dyn Sink<Action>) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut any = false;
    moves(&mut |action| {
        any = true;
        sink.push(action)
    })?;
    if any { sink.push(Action::Stop) } else { GO_ON }
}
