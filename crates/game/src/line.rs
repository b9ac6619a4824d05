//! A line of play with its effects: what a game's puzzle motifs are read from.

use crate::{Actor, Effect, EffectLog, Figure, Motion, Place, Rules, Seat};

/// One action of a line.
#[derive(Clone, Debug)]
pub struct LineStep<R: Rules> {
    /// The position before it.
    pub before: R,
    /// The action.
    pub action: R::Action,
    /// Whether the seat that the line is about acted.
    pub own: bool,
    /// What it did.
    pub effects: Vec<Effect>,
    /// The position after it.
    pub after: R,
}

impl<R: Rules> LineStep<R> {
    /// What was taken or killed, and where.
    pub fn victims(&self) -> impl Iterator<Item = (&Figure, &Place)> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Captured { piece, at, .. } | Effect::Died { piece, at } => Some((piece, at)),
            _ => None,
        })
    }

    /// The first piece that moved: what, from where, to where, how.
    pub fn mover(&self) -> Option<(&Figure, &Place, &Place, Motion)> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Moved { piece, from, to, motion } => Some((piece, from, to, *motion)),
            _ => None,
        })
    }

    /// Whether this action ended the game.
    pub fn ends(&self) -> bool {
        self.after.outcome().is_some()
    }
}

/// The motifs whose condition holds.
pub fn motifs_of<R: Rules>(line: &[LineStep<R>], all: &[Motif<R>]) -> Vec<&'static str> {
    all.iter().filter(|(_, shows)| shows(line)).map(|(name, _)| *name).collect()
}

/// A motif: its name, and whether a line shows it.
pub type Motif<R> = (&'static str, fn(&[LineStep<R>]) -> bool);

/// Plays a line of legal actions and keeps what happened. `seat` is the seat that the line is about.
pub fn line_steps<R: Rules>(start: &R, line: &[R::Action], seat: Seat) -> Vec<LineStep<R>> {
    let mut before = start.clone();
    let step = |&action: &R::Action| {
        let mut effects = EffectLog::new();
        let mut after = before.clone();
        let _ = after.apply(action, &mut effects);
        let effects = effects.into_iter().map(|told| told.effect).collect();
        let own = before.actor() == Actor::Seat(seat);
        let before = std::mem::replace(&mut before, after.clone());
        LineStep { before, action, own, effects, after }
    };
    line.iter().map(step).collect()
}
