//! Playing again: everybody moves on by one seat.

use menagerie_game::Seat;
use menagerie_store as store;
use menagerie_store::{NewTable, StoreError, TableId, TokenHash};
use menagerie_wire::table::Stage;
use menagerie_wire::{Code, Refused};

use crate::host::Host;
use crate::refuse::{No, refused};
use crate::room::{Again, Tell};
use crate::secret::Digest;
use crate::stored::LONGEST_LINEAGE;

impl Host {
    /// A seat says here that it wants another game, or no longer does.
    pub(crate) async fn rematch(&mut self, seat: Seat, again: Again) -> Result<Vec<Tell>, Refused> {
        self.asked_again = if again.wants { self.asked_again.with(seat) } else { self.asked_again.without(seat) };
        // Said again, it stays what the other nodes know.
        let nonce = self.room.rematch_nonce(seat).map(str::to_owned).or(again.nonce);
        let again = Again { wants: again.wants, nonce };
        self.mention_rematch(seat, again.clone());
        self.want_rematch(seat, again).await
    }

    /// A seat wants another game, or no longer does. When all want it, its table is made.
    pub(crate) async fn want_rematch(&mut self, seat: Seat, again: Again) -> Result<Vec<Tell>, Refused> {
        let now = self.app.now();
        if self.room.want_rematch(seat, again) {
            self.make_rematch().await.map_err(|no| no.0)?;
        }
        let mut tells = self.room.tell_everything(now);
        tells.extend(self.room.tell_table(now));
        Ok(tells)
    }

    async fn make_rematch(&mut self) -> Result<(), No> {
        if self.room.table().lineage.len() >= LONGEST_LINEAGE {
            return Err(refused(Code::TooMuch, "this table had very many rematches: make a new one").into());
        }
        let id = self.app.new_table_id();
        let new = NewTable {
            id: id.clone(),
            game: self.stored.game.clone(),
            start: self.stored.start.clone(),
            settings: self.stored.settings,
            stage: Stage::Playing,
            seats: rotated(&self.stored.seats, &id),
            dice: self.stored.dice.as_ref().map(|dice| self.app.dice(dice.next, self.room.rematch_nonces())),
            rematch_of: Some(self.id.clone()),
        };
        let table = match self.app.store.create_table(&new).await {
            // Both wishes met on two nodes at the same time.
            Err(StoreError::Taken(_)) => return self.refresh().await.map(|_| ()).map_err(No),
            made => made?,
        };
        self.app.watch_over(&table).await;
        self.app.announce(&table, "gameStart");
        self.changed();
        self.stored.rematch = Some(id.clone());
        self.room.set_rematch(id.to_string());
        Ok(())
    }
}

/// Everybody moves on by one seat, so that the first to move becomes the last.
fn rotated(seats: &[store::Seat], table: &TableId) -> Vec<store::Seat> {
    let next = |place: usize| &seats[(place + 1) % seats.len()];
    let moved = |(place, seat): (usize, &store::Seat)| {
        let from = next(place);
        let token = from.token.map(|token| Digest(*token.as_bytes()).at_rematch(table.as_str()));
        store::Seat {
            seat: seat.seat.clone(),
            plan: from.plan.clone(),
            player: from.player.clone(),
            token: token.map(|digest| TokenHash::from_bytes(digest.0)),
        }
    };
    seats.iter().enumerate().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use menagerie_wire::http::SeatPlan;

    use super::*;

    #[test]
    fn seats_rotate_by_one() {
        let seat = |name: &str, level| store::Seat {
            seat: name.to_owned(),
            plan: SeatPlan::Computer { level },
            player: store::Player::Computer { level },
            token: None,
        };
        let after = rotated(&[seat("red", 1), seat("blue", 2), seat("green", 3)], &TableId::from_random(1));
        let levels: Vec<_> = after.iter().map(|seat| (seat.seat.as_str(), seat.player.clone())).collect();
        let computer = |level| store::Player::Computer { level };
        assert_eq!(levels, [("red", computer(2)), ("blue", computer(3)), ("green", computer(1))]);
    }
}
