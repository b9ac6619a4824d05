//! Offers as events: to offer what another has offered is to agree.

use menagerie_game::{Seat, SeatSet, insertion_sort_by};
use menagerie_match::EventText;
use menagerie_wire::{Code, Offer, Refused};

use super::LiveTable;
use crate::refusal::refused;

/// A seat's wish for another game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RematchVote {
    /// Whether there is one, or no longer.
    pub wants: bool,
    /// What it adds to that game's dice.
    pub nonce: Option<String>,
}

/// A computer player takes a draw if it expects less than this.
const GLAD_OF_A_DRAW: f64 = 0.45;

impl LiveTable {
    /// The event by which a seat offers something or agrees to it.
    pub(super) fn offer_event(&self, seat: Seat, offer: Offer) -> Result<String, Refused> {
        let name = self.info().seat_name(seat);
        let standing = self.game.offers();
        match offer {
            Offer::Draw if standing.draw.is_some_and(|it| it.by != seat) => Ok(EventText::AgreeDraw(name).to_string()),
            Offer::Draw => Ok(EventText::OfferDraw(name).to_string()),
            Offer::Takeback { turn } => match standing.takeback {
                Some(it) if it.turn == turn && it.offer.by != seat => Ok(EventText::AgreeTakeback(name).to_string()),
                _ => Ok(EventText::OfferTakeback(name, turn).to_string()),
            },
            Offer::Rematch => Err(not_an_event()),
        }
    }

    /// The events by which a seat can have offered this or agreed to it.
    pub(super) fn offer_events(&self, seat: Seat, offer: Offer) -> Vec<String> {
        let name = self.info().seat_name(seat);
        match offer {
            Offer::Draw => vec![EventText::OfferDraw(name).to_string(), EventText::AgreeDraw(name).to_string()],
            Offer::Takeback { turn } => {
                vec![EventText::OfferTakeback(name, turn).to_string(), EventText::AgreeTakeback(name).to_string()]
            }
            Offer::Rematch => Vec::new(),
        }
    }

    /// The event by which a seat declines something or withdraws it.
    pub(super) fn decline_event(&self, seat: Seat, offer: Offer) -> Result<String, Refused> {
        let name = self.info().seat_name(seat);
        match offer {
            Offer::Draw => Ok(EventText::DeclineDraw(name).to_string()),
            Offer::Takeback { .. } => Ok(EventText::DeclineTakeback(name).to_string()),
            Offer::Rematch => Err(not_an_event()),
        }
    }

    /// What a computer player answers to the offers that stand: it lets people go back, and takes a draw if it stands
    /// badly.
    pub fn computer_reply(&self) -> Option<String> {
        if !self.is_playing() {
            return None;
        }
        let standing = self.game.offers();
        let computers = || self.game.living().iter().filter(|&seat| self.table.computer(seat).is_some());
        if let Some(takeback) = standing.takeback {
            let asked = computers().find(|&seat| !takeback.offer.agreed.contains(seat));
            return asked.map(|seat| EventText::AgreeTakeback(self.info().seat_name(seat)).to_string());
        }
        let draw = standing.draw?;
        let asked = computers().find(|&seat| !draw.agreed.contains(seat))?;
        let expects = self.expected.iter().find(|(seat, _)| *seat == asked).map_or(1.0, |(_, share)| *share);
        let name = self.info().seat_name(asked);
        let answer = if expects < GLAD_OF_A_DRAW { EventText::AgreeDraw(name) } else { EventText::DeclineDraw(name) };
        Some(answer.to_string())
    }

    /// What a computer player expected when it last thought.
    pub fn set_expected(&mut self, seat: Seat, share: f64) {
        self.expected.retain(|(known, _)| *known != seat);
        self.expected.push((seat, share));
    }

    /// Who wants another game, by the names of the seats, and what each adds to its dice. Whether that is news.
    pub fn set_rematch_votes(&mut self, votes: Vec<(String, Option<String>)>) -> bool {
        let known = |(name, nonce): (String, _)| Some((self.info().seat_named(&name)?, nonce));
        let mut votes: Vec<(Seat, Option<String>)> = votes.into_iter().filter_map(known).collect();
        insertion_sort_by(&mut votes, |a, b| a < b);
        let news = self.rematch_votes != votes;
        self.rematch_votes = votes;
        news
    }

    /// Whether all who play want another game, which has no table yet.
    pub fn is_rematch_agreed(&self) -> bool {
        let wishing = self.rematch_voters();
        let agreed = !wishing.is_empty() && crate::open::people(&self.table).all(|seat| wishing.contains(seat));
        agreed && self.game.end().is_some() && self.table.rematch.is_none()
    }

    /// What the seats add to the dice of the next game, in the order in which they play this one.
    pub fn rematch_nonces(&self) -> Vec<String> {
        self.rematch_votes.iter().filter_map(|(_, nonce)| nonce.clone()).collect()
    }

    /// The seats that want another game.
    pub(super) fn rematch_voters(&self) -> SeatSet {
        self.rematch_votes.iter().fold(SeatSet::EMPTY, |seats, (seat, _)| seats.with(*seat))
    }

    /// The next game has its table.
    pub fn set_rematch(&mut self, table: String) {
        self.table.rematch = Some(table);
    }
}

fn not_an_event() -> Refused {
    refused(Code::NotNow, "another game can be offered when this one is over")
}
