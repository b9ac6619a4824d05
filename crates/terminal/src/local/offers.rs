//! Draw offers at one terminal: computers answer at once, people are asked on the screen.

use menagerie_game::Seat;

use super::{LocalTable, Player};

impl LocalTable {
    /// Offers a draw for the person who speaks, or agrees for all people here.
    pub(super) fn draw(&mut self) -> Result<(), String> {
        if self.game.offers().draw.is_none() {
            let seat = self.speaker().ok_or("nobody here plays")?;
            self.happen(&format!("!offer-draw:{}", self.name_of(seat)))?;
            return self.let_computers_answer();
        }
        for seat in self.unanswered() {
            if self.game.end().is_none() {
                self.happen(&format!("!agree-draw:{}", self.name_of(seat)))?;
            }
        }
        Ok(())
    }

    pub(super) fn decline(&mut self) -> Result<(), String> {
        let seat = self.unanswered().first().copied().or(self.speaker()).ok_or("nobody here plays")?;
        self.happen(&format!("!decline-draw:{}", self.name_of(seat)))
    }

    /// The people here who have not answered the offer.
    pub(super) fn unanswered(&self) -> Vec<Seat> {
        let Some(offer) = self.game.offers().draw else { return Vec::new() };
        self.people().into_iter().filter(|&seat| !offer.agreed.contains(seat)).collect()
    }

    /// A computer agrees if it expects no more than its share.
    fn let_computers_answer(&mut self) -> Result<(), String> {
        let living = self.game.living();
        let fair = 1.0 / living.len().max(1) as f64;
        let players = self.players;
        for seat in living.iter().filter(|&seat| matches!(players[seat], Player::Computer(_))) {
            if self.game.offers().draw.is_none() || self.game.end().is_some() {
                return Ok(());
            }
            let content = self.expected[seat].is_some_and(|expected| expected <= fair);
            let answer = if content { "agree" } else { "decline" };
            self.happen(&format!("!{answer}-draw:{}", self.name_of(seat)))?;
        }
        Ok(())
    }
}
