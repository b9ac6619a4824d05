//! Draw and takeback offers at one terminal: computer players answer at once, people are asked on
//! the screen.

use menagerie_game::Seat;
use menagerie_match::{Offer, StandingActions};

use super::{LocalTable, Player};

/// The kind of an offer, as its events name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Offered {
    Draw,
    Takeback,
}

impl Offered {
    const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Takeback => "takeback",
        }
    }
}

impl LocalTable {
    /// Offers a draw for the speaking person, or accepts the pending offer.
    pub(super) fn offer_draw(&mut self) -> Result<(), String> {
        if self.game.offers().draw.is_some() {
            return self.agree();
        }
        let seat = self.speaker().ok_or("nobody here plays")?;
        self.happen(&format!("!offer-draw:{}", self.name_of(seat)))?;
        self.let_computers_answer(Offered::Draw)
    }

    /// Asks for a takeback to the start of the speaking person's last turn.
    pub(super) fn offer_takeback(&mut self) -> Result<(), String> {
        let seat = self.speaker().ok_or("nobody here plays")?;
        let mut standing = StandingActions::default();
        for past in &self.log {
            standing.push(past.step, past.turn, past.by);
        }
        let turn = standing.last_turn(|by| *by == Some(seat)).ok_or("there is no turn of yours to take back")?;
        self.happen(&format!("!offer-takeback:{}:{turn}", self.name_of(seat)))?;
        self.let_computers_answer(Offered::Takeback)
    }

    /// All people at this terminal accept the pending offer.
    pub(super) fn agree(&mut self) -> Result<(), String> {
        let Some((offered, _)) = self.on_offer() else { return Err("nothing is on offer".into()) };
        for seat in self.unanswered() {
            if self.on_offer().is_some_and(|(now, _)| now == offered) {
                self.happen(&format!("!agree-{}:{}", offered.name(), self.name_of(seat)))?;
            }
        }
        Ok(())
    }

    pub(super) fn decline(&mut self) -> Result<(), String> {
        let Some((offered, _)) = self.on_offer() else { return Err("nothing is on offer".into()) };
        let seat = self.unanswered().first().copied().or(self.speaker()).ok_or("nobody here plays")?;
        self.happen(&format!("!decline-{}:{}", offered.name(), self.name_of(seat)))
    }

    /// The pending offer.
    pub(super) fn on_offer(&self) -> Option<(Offered, Offer)> {
        let offers = self.game.offers();
        let playing = self.game.end().is_none();
        let draw = offers.draw.map(|offer| (Offered::Draw, offer));
        draw.or_else(|| offers.takeback.map(|takeback| (Offered::Takeback, takeback.offer))).filter(|_| playing)
    }

    /// The people at this terminal who have not answered the offer.
    pub(super) fn unanswered(&self) -> Vec<Seat> {
        let Some((_, offer)) = self.on_offer() else { return Vec::new() };
        self.people().into_iter().filter(|&seat| !offer.agreed.contains(seat)).collect()
    }

    /// A computer player accepts a draw if its expected score is at most an equal share. It accepts
    /// every takeback.
    fn let_computers_answer(&mut self, offered: Offered) -> Result<(), String> {
        let living = self.game.living();
        let fair = 1.0 / living.len().max(1) as f64;
        let players = self.players;
        for seat in living.iter().filter(|&seat| matches!(players[seat], Player::Computer(_))) {
            if self.on_offer().is_none_or(|(now, _)| now != offered) {
                return Ok(());
            }
            let content = self.expected[seat].is_some_and(|expected| expected <= fair);
            let answer = if content || offered == Offered::Takeback { "agree" } else { "decline" };
            self.happen(&format!("!{answer}-{}:{}", offered.name(), self.name_of(seat)))?;
        }
        Ok(())
    }
}
