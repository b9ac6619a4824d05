//! Sentences about actions and decisions, for buttons, logs and screen readers.

use std::borrow::Cow;

use menagerie_game::{PlaceName, Viewer};

use crate::actions::Action;
use crate::apply::{CENTRE_PLACE, CUSTODY};
use crate::board::{Square, hopped_over, middle};
use crate::piece::{Cell, Color, Kind, Royal};
use crate::position::{Occupant, Pending, Position};

impl Occupant {
    /// What it is called, with its colour: `black fish`, `bear`.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Bear => "bear".into(),
            Self::Piece(color, kind) => format!("{} {}", color.name(), kind.as_str()),
        }
    }
}

impl Position {
    /// What a square holds, in words.
    pub(crate) fn name_at(&self, square: Square) -> String {
        self.at(square).map_or_else(|| "nothing".into(), Occupant::name)
    }

    /// A legal action in words.
    pub(crate) fn words(&self, action: Action) -> Cow<'static, str> {
        match action {
            Action::Move { from, to } => self.move_words(from, to).into(),
            Action::Catch { from, cell } => format!("monkey {from} goes into {cell} and catches the banana").into(),
            Action::Swing { cell, to } => {
                let over = hopped_over(cell.gate(), to);
                format!("monkey swings out of {cell} over {over} and {}", self.arrival(to)).into()
            }
            Action::Jail { cell } => format!("put the captured {} into {cell}", self.captive()).into(),
            Action::Enter { to } => format!("bear comes in on {to}").into(),
            Action::Stop => "stop here".into(),
            Action::Pass => "pass: nothing can move".into(),
        }
    }

    fn move_words(&self, from: Square, to: Square) -> String {
        let Some(Occupant::Piece(color, kind)) = self.at(from) else { return format!("bear {from} goes to {to}") };
        let arrival = self.arrival(to);
        match (kind, middle(from, to)) {
            (Kind::Monkey, Some(over)) => format!("monkey {from} hops over {over} and {arrival}"),
            (Kind::Fish, _) if to.rank() == color.last_rank() => {
                format!("fish {from} {arrival} and becomes a fishy queen")
            }
            _ => format!("{} {from} {arrival}", kind.as_str()),
        }
    }

    /// What happens on the target square.
    fn arrival(&self, to: Square) -> String {
        match self.at(to) {
            None => format!("goes to {to}"),
            Some(taken) => format!("takes {} on {to}", taken.name()),
        }
    }

    /// The royal that waits for a cell.
    fn captive(&self) -> &'static str {
        match self.pending {
            Pending::Jail(Royal::King) => "king",
            _ => "queen",
        }
    }

    /// What is asked now, as this viewer is told.
    pub(crate) fn prompt(&self, viewer: Viewer) -> Cow<'static, str> {
        if let Some(loser) = self.loser() {
            let (winner, loser) = (capital(loser.other()), capital(loser));
            return format!("{winner} wins: {loser}'s king and queen are in jail").into();
        }
        if viewer.is(self.side.seat()) { self.request() } else { self.report().into() }
    }

    /// To the one who decides.
    fn request(&self) -> Cow<'static, str> {
        match self.pending {
            Pending::Nothing if self.must_pass() => "Nothing of yours can move: pass".into(),
            Pending::Nothing if self.rooks_may_take => {
                "Your turn: move a piece; your rooks may take a neighbour now".into()
            }
            Pending::Nothing => "Your turn: move a piece".into(),
            Pending::Hop { at, .. } if self.catch().is_some_and(|cell| cell.gate() == at) => {
                "Hop on, catch the banana, or stop".into()
            }
            Pending::Hop { .. } => "Hop on, or stop".into(),
            Pending::Swing { cell, .. } => format!("Swing out of {cell}: choose where the monkey lands").into(),
            Pending::Jail(_) => format!("Choose a cell for the captured {}", self.captive()).into(),
        }
    }

    /// To those who wait.
    fn report(&self) -> String {
        let side = capital(self.side);
        match self.pending {
            Pending::Nothing => format!("{side} is on move"),
            Pending::Hop { at, .. } => format!("{side}'s monkey on {at} may hop on"),
            Pending::Swing { cell, .. } => format!("{side}'s monkey must swing out of {cell}"),
            Pending::Jail(_) => format!("{side} chooses a cell for the captured {}", self.captive()),
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
        CENTRE_PLACE => PlaceName::Inside("the centre".into()),
        CUSTODY => PlaceName::Inside("the captor's hands".into()),
        _ if Cell::ALL.iter().any(|cell| cell.to_string() == id) => PlaceName::Inside(format!("jail cell {id}").into()),
        _ => PlaceName::square(id),
    }
}

/// A colour's name at the beginning of a sentence.
pub(crate) fn capital(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
