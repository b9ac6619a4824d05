//! What a viewer may know (heaven-hell/13): everything but the places of the other seat's Secret Traps.

use std::fmt;
use std::ops::ControlFlow;

use menagerie_game::{Actor, Dice, Outcome, Scene, Seat, Sink, TextError, Verdict, Viewer};

use crate::action::Action;
use crate::board::{Region, Square};
use crate::chaos::ChaosId;
use crate::position::Position;
use crate::shop::EntryId;
use crate::task::{Question, Task, Topic};

/// What a viewer knows of a position: the position without the traps it cannot see, and how many those are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Holds no hidden trap.
    known: Position,
    hidden: u16,
    viewer: Viewer,
}

impl View {
    /// What the viewer sees of a position. When the game is over, everything.
    pub(crate) fn of(position: &Position, viewer: Viewer) -> Self {
        let mut known = position.clone();
        let mut hidden = 0;
        if position.outcome().is_none() {
            for seat in Position::SEATS.iter().filter(|&seat| !viewer.knows(seat)) {
                hidden += std::mem::replace(&mut known.items.traps[seat.index()], Region::EMPTY).len() as u16;
            }
        }
        Self { known, hidden, viewer }
    }

    /// What is known, as a position in which nothing else is.
    pub(crate) const fn known(&self) -> &Position {
        &self.known
    }

    /// How many traps are hidden.
    pub(crate) const fn hidden(&self) -> u16 {
        self.hidden
    }

    /// Where hidden traps can lie: each seat that the viewer cannot look into has at most one on every existing
    /// square. Pieces may stand on traps: they appeared or grew there, or are Scouts.
    fn possible(&self) -> impl Iterator<Item = (Seat, Square)> {
        let unseen = Position::SEATS.iter().filter(|&seat| !self.viewer.knows(seat));
        unseen.flat_map(|seat| self.known.exists.iter().map(move |square| (seat, square)))
    }

    /// Whether an action done from here plants a trap that the viewer may not see.
    fn is_secret(&self, action: Action) -> bool {
        matches!(action, Action::At(_)) && self.awaits_secret()
    }

    /// Whether a seat that the viewer cannot look into chooses a square for a trap now.
    fn awaits_secret(&self) -> bool {
        let planting = match self.known.pending.first() {
            Some(Task::Ask(Question { topic, seat, .. })) => is_planting(*topic) && !self.viewer.knows(*seat),
            _ => false,
        };
        planting && self.known.outcome().is_none()
    }
}

/// The two questions whose answer is a place for a trap.
fn is_planting(topic: Topic) -> bool {
    match topic {
        Topic::Shop(entry) => Some(entry) == EntryId::with_id("trap"),
        Topic::Chaos(effect) => Some(effect) == ChaosId::with_id("replant-traps"),
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::text::write(&self.known, self.hidden, f)
    }
}

impl menagerie_game::View for View {
    type Position = Position;

    fn read(text: &str, viewer: Viewer) -> Result<Self, TextError> {
        let (known, hidden) = crate::text::read(text)?;
        let over = known.outcome().is_some();
        let sees_too_much = |seat: Seat| !viewer.knows(seat) && !known.items.traps_of(seat).is_empty();
        if !over && Position::SEATS.iter().any(sees_too_much) {
            return Err(TextError::not_a_position(
                "heaven-hell/13",
                "this viewer cannot know where the other seat's traps are",
            ));
        }
        let view = Self { known, hidden, viewer };
        let room = if over { 0 } else { view.possible().count() };
        if usize::from(hidden) > room {
            return Err(TextError::not_a_position("heaven-hell/13", "there are more hidden traps than free squares"));
        }
        Ok(view)
    }

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn actor(&self) -> Actor {
        self.known.actor()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.known.outcome()
    }

    fn actions(&self, sink: &mut impl Sink<Action>) -> ControlFlow<()> {
        match self.known.actor() {
            Actor::Seat(seat) if !self.viewer.is(seat) => ControlFlow::Continue(()),
            _ => self.known.actions(sink),
        }
    }

    fn sample(&self, dice: &mut (impl Dice + ?Sized)) -> Position {
        let mut position = self.known.clone();
        let mut left = self.hidden;
        let mut places = self.possible().count() as u32;
        // Each possible place in turn gets a trap with the chance that leaves all sets of places equally likely.
        for (seat, square) in self.possible() {
            if left == 0 {
                break;
            }
            if dice.roll(places) < u32::from(left) {
                position.items.traps[seat.index()].insert(square);
                left -= 1;
            }
            places -= 1;
        }
        position
    }

    fn known_position(&self) -> Position {
        self.known.clone()
    }

    /// Also while another seat chooses a square for a trap.
    fn hides_something(&self) -> bool {
        self.hidden > 0 || self.awaits_secret()
    }

    fn action_text(&self, action: Action) -> String {
        if self.is_secret(action) { "@?".to_owned() } else { action.to_string() }
    }

    fn explain(&self, action: Action) -> Verdict {
        crate::explain::explain(self, action)
    }

    /// As long as no hidden trap has been looked for, an action does the same wherever the hidden traps lie. So it is enough
    /// to do it where there are none, and to see whether a place was looked at.
    fn can_reveal(&self, action: Action) -> bool {
        self.hidden > 0 && self.known.looks_for_traps(action)
    }

    fn scene(&self) -> Scene {
        crate::scene::scene(self)
    }
}
