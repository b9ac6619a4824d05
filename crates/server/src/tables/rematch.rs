//! Rematches: votes, and the new table with rotated seats.

use menagerie_game::Seat;
use menagerie_store as store;
use menagerie_store::{NewTable, RematchVotes, Settings, Stage, StoreError, TableId, TokenHash};
use menagerie_table::secret::Digest;
use menagerie_table::{Delivery, RematchVote};
use menagerie_wire::Code;

use crate::error::ServerError;
use crate::tables::load::LONGEST_LINEAGE;
use crate::tables::table_log::log_table;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// Stores a seat's rematch vote or its withdrawal, so that every node knows it.
    pub(crate) async fn rematch(
        &mut self,
        seat: Seat,
        RematchVote { wants, nonce }: RematchVote,
    ) -> Result<Vec<Delivery>, ServerError> {
        if wants && self.room.table().lineage.len() >= LONGEST_LINEAGE {
            return Err(ServerError::new(Code::TooMuch, "this table had very many rematches: make a new one"));
        }
        let (store, seat) = (self.app.store.clone(), self.room.info().seat_name(seat));
        let wishes = if wants {
            store.vote_for_rematch(&self.id, seat, nonce.as_deref()).await
        } else {
            store.withdraw_rematch_vote(&self.id, seat).await
        };
        let deliveries = self.set_rematch_votes(wishes?).await;
        self.changed();
        deliveries
    }

    /// Takes over the votes in the store, and sends snapshots if they changed.
    pub(crate) async fn set_rematch_votes(&mut self, wishes: RematchVotes) -> Result<Vec<Delivery>, ServerError> {
        let news = self.room.set_rematch_votes(wishes);
        let met = self.create_agreed_rematch().await?;
        if !news && !met {
            return Ok(Vec::new());
        }
        let now = self.app.now();
        let mut deliveries = self.room.broadcast_snapshot(now);
        deliveries.extend(self.room.broadcast_table(now));
        Ok(deliveries)
    }

    /// Creates the table of a rematch if all have voted for it. Returns whether it did.
    async fn create_agreed_rematch(&mut self) -> Result<bool, ServerError> {
        let wanted = self.room.is_rematch_agreed();
        if wanted {
            let next = self.make_rematch().await?;
            self.changed();
            self.room.set_rematch(next.to_string());
            self.stored.rematch = Some(next);
        }
        Ok(wanted)
    }

    /// Creates an agreed rematch whose table is missing: the node of the last vote may have died.
    pub(crate) async fn finish_rematch(&mut self) {
        if let Err(no) = self.create_agreed_rematch().await {
            tracing::warn!(table = %self.id, cause = no.refused.error, "the table of another game cannot be made yet");
        }
    }

    async fn make_rematch(&self) -> Result<TableId, ServerError> {
        let id = self.app.new_table_id();
        let first_action = self.app.first_action(self.stored.settings.clock, &self.stored.seats);
        let new = NewTable {
            id: id.clone(),
            game: self.stored.game.clone(),
            start: self.stored.start.clone(),
            settings: Settings { first_action, ..self.stored.settings },
            stage: Stage::Playing,
            seats: rotated(&self.stored.seats, &id),
            dice: self.stored.dice.as_ref().map(|dice| self.app.dice(dice.next, self.room.rematch_nonces())),
            rematch_of: Some(self.id.clone()),
            creator: self.stored.creator.clone(),
        };
        match self.app.store.create_table(&new).await {
            Ok(table) => {
                log_table("a rematch begins", &table);
                self.app.watch_over(&table).await;
                self.app.publish_game_event(&table, "gameStart");
                Ok(id)
            }
            Err(StoreError::Taken(what)) => {
                // Another node was first.
                let next = self.app.store.table(&self.id).await?.rematch;
                next.ok_or_else(|| StoreError::Taken(what).into())
            }
            Err(error) => Err(error.into()),
        }
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
    use menagerie_store::SeatPlan;

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
