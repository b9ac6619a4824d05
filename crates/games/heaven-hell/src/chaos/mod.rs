//! The forty chaos effects (heaven-hell/chaos). `table` lists them; the other files hold what they do, by subject.

mod armies;
mod elements;
mod lands;
mod pieces;
mod table;
mod treasury;

use menagerie_game::{Seat, message};

use crate::apply::Step;
use crate::ask::Inquiry;
use crate::messages::MESSAGES;
use crate::task::{Task, Topic};

pub(crate) use table::EFFECTS;

/// A chaos effect: its row in the table of heaven-hell/chaos, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChaosId(u8);

/// A row of the table.
pub(crate) struct ChaosEffect {
    /// The rule's id: `heaven-hell/chaos/30`.
    pub(crate) rule: &'static str,
    pub(crate) id: &'static str,
    /// What happens when it is picked.
    pub(crate) happen: fn(&mut Step<'_>, Picked),
    pub(crate) first: Inquiry,
    pub(crate) second: Inquiry,
}

/// An effect and who picked it.
#[derive(Clone, Copy)]
pub(crate) struct Picked {
    pub(crate) effect: ChaosId,
    pub(crate) seat: Seat,
}

impl Picked {
    /// The effect's first question to a seat.
    pub(crate) const fn ask(self, seat: Seat) -> Task {
        Task::ask(Topic::Chaos(self.effect), seat)
    }
}

impl ChaosId {
    /// How many effects there are.
    pub(crate) const COUNT: usize = 40;

    /// Every effect, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn effect(self) -> &'static ChaosEffect {
        &EFFECTS[self.index()]
    }

    /// As in texts: `three-fires`.
    pub fn id(self) -> &'static str {
        self.effect().id
    }

    /// For players: `three fires`.
    pub(crate) fn name(self) -> &'static str {
        MESSAGES.fact_text("topic-card", self.id(), "name")
    }

    /// What it does, in a sentence.
    pub(crate) fn words(self) -> &'static str {
        MESSAGES.fact_text("topic-card", self.id(), "words")
    }

    /// The effect with this id.
    pub fn with_id(id: &str) -> Option<Self> {
        Self::all().find(|effect| effect.id() == id)
    }
}

impl Step<'_> {
    /// An effect happens, picked by a seat.
    pub(crate) fn happen(&mut self, effect: ChaosId, seat: Seat) {
        self.note(|| message!("note-chaos", effect = effect.words()));
        (effect.effect().happen)(self, Picked { effect, seat });
    }
}

/// The effect begins with a question to the picker.
fn ask(step: &mut Step<'_>, picked: Picked) {
    step.create(picked.ask(picked.seat));
}

/// The effect asks the picker the same question twice.
fn ask_twice(step: &mut Step<'_>, picked: Picked) {
    ask(step, picked);
    ask(step, picked);
}
