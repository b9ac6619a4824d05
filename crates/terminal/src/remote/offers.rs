//! Pending offers at a table of a server.

use menagerie_match::{LogStep, StandingActions};
use menagerie_wire::Offer;
use menagerie_wire::table::Stage;

use super::RemoteTable;

/// An offer that waits for our answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Proposal {
    Offer(Offer),
    /// An alliance with this seat.
    Alliance(String),
}

impl RemoteTable {
    /// The offer that waits for our answer, and its prompt.
    pub(super) fn proposal(&self) -> Option<(Proposal, String)> {
        let offers = &self.seen.as_ref()?.offers;
        let asked =
            |wanting: &[String]| !wanting.is_empty() && self.tokens.iter().any(|(seat, _)| !wanting.contains(seat));
        let offer = |offer: Offer, words: String| Some((Proposal::Offer(offer), format!("{words} (y/n)")));
        if self.table.stage == Stage::Over {
            let wanting = &offers.rematch;
            let new = asked(wanting) && self.table.rematch.is_none();
            return new.then(|| offer(Offer::Rematch, format!("{} wants another game: agree?", wanting.join(", "))))?;
        }
        if asked(&offers.draw) {
            return offer(Offer::Draw, format!("{} offers a draw: agree?", offers.draw.join(", ")));
        }
        if let Some((turn, wanting)) = offers.takeback.as_ref().filter(|(_, wanting)| asked(wanting)) {
            let words = format!("{} asks to go back to the start of turn {turn}: agree?", wanting.join(", "));
            return offer(Offer::Takeback { turn: *turn }, words);
        }
        let (with, open) = self.offered_alliance()?;
        let known = if open { "everybody sees it" } else { "only you two know" };
        let words = format!("{with} offers you an alliance ({known}): accept? (y/n)");
        Some((Proposal::Alliance(with), words))
    }

    /// Whether we wait for the others to accept a rematch.
    pub(super) fn waits_for_rematch(&self) -> bool {
        let wanting = self.seen.as_ref().map(|seen| &seen.offers.rematch);
        self.table.rematch.is_none() && wanting.is_some_and(|wanting| wanting.iter().any(|seat| self.is_ours(seat)))
    }

    /// The last turn in which our seat acted, without taken-back turns.
    pub(super) fn our_last_turn(&self, seat: &str) -> Option<u32> {
        let mut standing = StandingActions::default();
        for entry in &self.log {
            standing.push(LogStep::of(&entry.event, entry.back, entry.by == "chance"), entry.turn, entry);
        }
        standing.last_turn(|entry| entry.by == seat)
    }
}
