//! What an action does, as effects.

use menagerie_game::{Effect, Effects, Motion, Place, Progress, message};

use crate::actions::Action;
use crate::board::{MAZE, Square};
use crate::piece::Color;
use crate::piece::Kind::*;
use crate::piece::{CORPSE, Piece, Unit};
use crate::position::{Pending, Position};
use crate::turn::passes;

/// The place of a unit that was lifted and not yet put down.
pub(crate) const HAND: &str = "hand";

impl Position {
    /// Does a legal action. Progress is a death: by a kill or a fall (djambi/match/3).
    #[inline]
    pub(crate) fn apply(&mut self, action: Action, effects: &mut impl Effects) -> Progress {
        let dead = self.dead();
        let Some(turn) = self.turn else { return Progress::No };
        let goes_on = match (self.pending, action) {
            (Pending::Move, Action::Move { from, to }) => self.go(turn.seat, from, to, effects),
            (Pending::Hand(unit), Action::At(to)) => self.put_down(unit, to, effects),
            (Pending::Kill(_), Action::At(victim)) => self.report(turn.seat, victim, effects),
            (Pending::Exit, Action::Move { to, .. }) => self.leave_maze(to, effects),
            _ => None,
        };
        match goes_on {
            Some(pending) => self.pending = pending,
            None => self.end_turn(turn, effects),
        }
        Progress::when(self.dead() > dead)
    }

    /// A move, and what must be decided after it (djambi/pieces/5 to 10).
    fn go(&mut self, seat: Color, from: Square, to: Square, effects: &mut impl Effects) -> Option<Pending> {
        let mover = self.piece_at(from)?;
        let met = self.at(to);
        match (mover.kind, met) {
            (Assassin, Some(Unit::Living(victim))) => {
                self.kill(seat, victim, to, effects);
                self.shift(mover, from, to, effects);
                self.corpses.insert(from);
                effects.tell(|| Effect::Appeared { piece: CORPSE, at: Place::new(from) });
                (to == MAZE).then_some(Pending::Exit)
            }
            (Diplomat, Some(Unit::Living(lifted))) => {
                self.lift(lifted, to, effects);
                self.shift(mover, from, to, effects);
                Some(Pending::Hand(Unit::Living(lifted)))
            }
            (_, Some(Unit::Living(victim))) => {
                self.kill(seat, victim, to, effects);
                effects.tell(|| Effect::Appeared { piece: CORPSE, at: Place::new(HAND) });
                self.shift(mover, from, to, effects);
                Some(Pending::Hand(Unit::Corpse))
            }
            (_, Some(Unit::Corpse)) => {
                self.corpses.remove(to);
                tell_carried(Unit::Corpse, to, HAND, effects);
                self.shift(mover, from, to, effects);
                Some(Pending::Hand(Unit::Corpse))
            }
            (_, None) => {
                self.shift(mover, from, to, effects);
                let may_kill = mover.kind == Reporter && !self.victims(seat, to).is_empty();
                may_kill.then_some(Pending::Kill(to))
            }
        }
    }

    /// Puts down the unit in the hand. A piece that lifted it in the Maze must then leave the Maze
    /// (djambi/turn/4).
    fn put_down(&mut self, unit: Unit, to: Square, effects: &mut impl Effects) -> Option<Pending> {
        tell_carried(unit, HAND, to, effects);
        match unit {
            Unit::Living(piece) => self.arrive(piece, to, effects),
            Unit::Corpse => self.corpses.insert(to),
        }
        self.guest_in_maze().map(|_| Pending::Exit)
    }

    /// The reporter's kill: the victim becomes a corpse where it stands (djambi/pieces/11).
    fn report(&mut self, seat: Color, victim: Square, effects: &mut impl Effects) -> Option<Pending> {
        let piece = self.piece_at(victim)?;
        self.kill(seat, piece, victim, effects);
        self.corpses.insert(victim);
        effects.tell(|| Effect::Appeared { piece: CORPSE, at: Place::new(victim) });
        None
    }

    fn leave_maze(&mut self, to: Square, effects: &mut impl Effects) -> Option<Pending> {
        let piece = self.guest_in_maze()?;
        self.shift(piece, MAZE, to, effects);
        None
    }

    /// A piece goes along a line.
    #[inline]
    fn shift(&mut self, piece: Piece, from: Square, to: Square, effects: &mut impl Effects) {
        let motion = Motion::Straight;
        effects.tell(|| Effect::Moved { piece: piece.figure(), from: Place::new(from), to: Place::new(to), motion });
        self.depart(piece, from, effects);
        self.arrive(piece, to, effects);
    }

    /// A diplomat takes a living piece into the hand.
    fn lift(&mut self, piece: Piece, at: Square, effects: &mut impl Effects) {
        tell_carried(Unit::Living(piece), at, HAND, effects);
        self.depart(piece, at, effects);
    }

    /// A piece of another seat, or of a neutral colour, dies; its corpse's square depends on the killer. If it is
    /// a chief, its seat is eliminated and all its colours come under the killer at once (djambi/elimination/1, 7).
    fn kill(&mut self, killer: Color, victim: Piece, at: Square, effects: &mut impl Effects) {
        effects.tell(|| Effect::Died { piece: victim.figure(), at: Place::new(at) });
        let was_living = self.is_living(victim.color);
        self.depart(victim, at, effects);
        if victim.kind != Chief {
            return;
        }
        if was_living {
            effects.tell(|| Effect::Eliminated { seat: victim.color.seat() });
        }
        for color in Color::ALL {
            let goes_along = was_living && self.control[color as usize] == Some(victim.color);
            if color == victim.color || goes_along {
                passes(color, killer, effects);
                self.control[color as usize] = Some(killer);
            }
        }
    }

    /// A piece comes to a square; a chief in the Maze brings power (djambi/power/2).
    #[inline]
    fn arrive(&mut self, piece: Piece, to: Square, effects: &mut impl Effects) {
        self.insert(piece, to);
        if to == MAZE && piece.kind == Chief && self.is_living(piece.color) {
            effects.tell(|| Effect::Note { text: message!("note-power", color = piece.color.words()) });
        }
    }

    /// A piece is gone from a square; a chief that is gone from the Maze loses power (djambi/power/2).
    #[inline]
    fn depart(&mut self, piece: Piece, from: Square, effects: &mut impl Effects) {
        self.remove(piece, from);
        if from == MAZE && piece.kind == Chief && self.is_living(piece.color) {
            effects.tell(|| Effect::Note { text: message!("note-no-power", color = piece.color.words()) });
        }
    }
}

/// A unit goes into the hand or out of it.
fn tell_carried(unit: Unit, from: impl std::fmt::Display, to: impl std::fmt::Display, effects: &mut impl Effects) {
    let motion = Motion::Carried;
    effects.tell(|| Effect::Moved { piece: unit.figure(), from: Place::new(from), to: Place::new(to), motion });
}
