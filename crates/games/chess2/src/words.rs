//! Sentences about actions and decisions, for buttons, logs and screen readers.

use std::borrow::Cow;

use menagerie_game::{PlaceName, Viewer, message};

use crate::actions::Action;
use crate::apply::{CENTRE_PLACE, CUSTODY};
use crate::board::{Square, hopped_over, middle};
use crate::info::INFO;
use crate::piece::{Cell, Color, Kind, Royal};
use crate::position::{Occupant, Pending, Position};

impl Kind {
    /// What sentences call it.
    pub(crate) fn words(self) -> &'static str {
        INFO.kind_name(self.id())
    }
}

impl Color {
    /// What sentences call it.
    pub(crate) fn words(self) -> &'static str {
        INFO.color_name(self.name())
    }

    /// The same at the beginning of a sentence.
    pub(crate) fn title(self) -> &'static str {
        INFO.color_title(self.name())
    }
}

impl Occupant {
    /// What it is called, with its colour: `black fish`, `bear`.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Bear => INFO.piece_name("", "bear"),
            Self::Piece(color, kind) => INFO.piece_name(color.name(), kind.id()),
        }
    }
}

impl Position {
    /// What a square holds, in words.
    pub(crate) fn name_at(&self, square: Square) -> String {
        self.at(square).map_or_else(|| message!("nothing").into_owned(), Occupant::name)
    }

    /// A legal action in words.
    pub(crate) fn words(&self, action: Action) -> Cow<'static, str> {
        match action {
            Action::Move { from, to } => self.move_words(from, to),
            Action::Catch { from, cell } => message!("choice-catch", from, cell),
            Action::Swing { cell, to } => {
                let over = hopped_over(cell.gate(), to);
                match self.at(to) {
                    None => message!("choice-swing", cell, over, to),
                    Some(taken) => message!("choice-swing-takes", cell, over, taken = taken.name(), to),
                }
            }
            Action::Jail { cell } => message!("choice-jail", captive = self.captive(), cell),
            Action::Enter { to } => message!("choice-enter", to),
            Action::Stop => message!("choice-stop"),
            Action::Pass => message!("choice-pass"),
        }
    }

    fn move_words(&self, from: Square, to: Square) -> Cow<'static, str> {
        let Some(Occupant::Piece(color, kind)) = self.at(from) else { return message!("choice-bear", from, to) };
        let becomes = kind == Kind::Fish && to.rank() == color.last_rank();
        let over = middle(from, to).filter(|_| kind == Kind::Monkey);
        match (self.at(to).map(Occupant::name), over) {
            (None, Some(over)) => message!("choice-hop", from, over, to),
            (Some(taken), Some(over)) => message!("choice-hop-takes", from, over, taken, to),
            (None, None) if becomes => message!("choice-becomes", from, to),
            (Some(taken), None) if becomes => message!("choice-becomes-takes", from, taken, to),
            (None, None) => message!("choice-move", piece = kind.words(), from, to),
            (Some(taken), None) => message!("choice-takes", piece = kind.words(), from, taken, to),
        }
    }

    /// The royal that waits for a cell.
    fn captive(&self) -> &'static str {
        match self.pending {
            Pending::Jail(Royal::King) => Kind::King.words(),
            _ => Kind::Queen.words(),
        }
    }

    /// The prompt for a viewer.
    pub(crate) fn prompt(&self, viewer: Viewer) -> Cow<'static, str> {
        if let Some(loser) = self.loser() {
            return message!("prompt-over", winner = loser.other().title(), loser = loser.title());
        }
        if viewer.is(self.side.seat()) { self.request() } else { self.report() }
    }

    /// The prompt for the actor.
    fn request(&self) -> Cow<'static, str> {
        match self.pending {
            Pending::Nothing if self.must_pass() => message!("prompt-pass"),
            Pending::Nothing if self.rooks_may_take => {
                message!("prompt-move-angry")
            }
            Pending::Nothing => message!("prompt-move"),
            Pending::Hop { at, .. } if self.catch().is_some_and(|cell| cell.gate() == at) => {
                message!("prompt-hop-catch")
            }
            Pending::Hop { .. } => message!("prompt-hop"),
            Pending::Swing { cell, .. } => message!("prompt-swing", cell),
            Pending::Jail(_) => message!("prompt-jail", captive = self.captive()),
        }
    }

    /// The prompt for the others.
    fn report(&self) -> Cow<'static, str> {
        let side = self.side.title();
        match self.pending {
            Pending::Nothing => message!("prompt-waiting", side),
            Pending::Hop { at, .. } => message!("prompt-waiting-hop", side, at),
            Pending::Swing { cell, .. } => message!("prompt-waiting-swing", side, cell),
            Pending::Jail(_) => message!("prompt-waiting-jail", side, captive = self.captive()),
        }
    }

    fn must_pass(&self) -> bool {
        self.actions(&mut |action| match action {
            Action::Pass => std::ops::ControlFlow::Continue(()),
            _ => std::ops::ControlFlow::Break(()),
        })
        .is_continue()
    }
}

/// What sentences call a place: a square, a jail cell, the centre, or where a captured royal waits for its cell.
pub(crate) fn place_name(id: &str) -> PlaceName {
    match id {
        CENTRE_PLACE => PlaceName::Inside(message!("place-centre")),
        CUSTODY => PlaceName::Inside(message!("place-custody")),
        _ if Cell::ALL.iter().any(|cell| cell.to_string() == id) => {
            PlaceName::Inside(message!("place-cell", cell = id))
        }
        _ => PlaceName::square(id),
    }
}
