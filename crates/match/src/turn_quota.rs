//! A rate limit on offers and undos, per seat and turn. Without it one seat could fill the log while the others wait.

use menagerie_game::{BySeat, GameInfo, Seat};

use crate::Refusal;

/// Offers of a draw and offers to go back, together.
const OFFERS: u8 = 5;
/// A turn of many steps may be tried in many ways.
const UNDOS: u8 = 50;

/// What the seats have done in the unfinished turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TurnQuota {
    offers: BySeat<u8>,
    undos: BySeat<u8>,
}

impl TurnQuota {
    pub(crate) fn count_offer(&mut self, seat: Seat) {
        self.offers[seat] = self.offers[seat].saturating_add(1);
    }

    pub(crate) fn count_undo(&mut self, seat: Seat) {
        self.undos[seat] = self.undos[seat].saturating_add(1);
    }

    pub(crate) fn check_offer(self, seat: Seat, info: &GameInfo) -> Result<(), Refusal> {
        within(self.offers[seat], OFFERS, seat, "made offers", info)
    }

    pub(crate) fn check_undo(self, seat: Seat, info: &GameInfo) -> Result<(), Refusal> {
        within(self.undos[seat], UNDOS, seat, "undone actions", info)
    }
}

fn within(count: u8, limit: u8, seat: Seat, done: &'static str, info: &GameInfo) -> Result<(), Refusal> {
    if count < limit { Ok(()) } else { Err(Refusal::TurnQuota { seat: info.seat_name(seat), done, limit }) }
}
