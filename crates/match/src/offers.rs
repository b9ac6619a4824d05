//! Offers of draws and takebacks. They are no actions and do not change the position.

use menagerie_game::{Seat, SeatSet};

/// A proposal that needs the agreement of all living seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offer {
    /// Who made it.
    pub by: Seat,
    /// Who is for it, the one who made it included.
    pub agreed: SeatSet,
}

impl Offer {
    pub(crate) fn new(by: Seat) -> Self {
        Self { by, agreed: SeatSet::EMPTY.with(by) }
    }

    #[must_use]
    pub(crate) fn agreed_by(self, seat: Seat) -> Self {
        Self { agreed: self.agreed.with(seat), ..self }
    }

    /// Whether all of these are for it.
    pub fn has_all(&self, seats: SeatSet) -> bool {
        seats.iter().all(|seat| self.agreed.contains(seat))
    }
}

/// A proposal to go back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Takeback {
    /// To the start of this turn, counted from 1.
    pub turn: u32,
    /// Who wants it.
    pub offer: Offer,
}

/// The offers that stand now: at most one of each sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Offers {
    /// To end the match drawn.
    pub draw: Option<Offer>,
    /// To go back.
    pub takeback: Option<Takeback>,
}

impl Offers {
    /// A seat acts. A draw offer lapses with the next action of a seat that has not agreed (`jungle/match-rules/3`,
    /// `shogi5/match/3`): a seat may offer and then move. A takeback offer lapses with every action.
    pub(crate) fn lapse_by_action(&mut self, seat: Seat) {
        self.draw = self.draw.filter(|offer| offer.agreed.contains(seat));
        self.takeback = None;
    }
}
