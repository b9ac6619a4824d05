//! Playing again: everybody moves on by one seat.

use menagerie_game::Seat;
use menagerie_store as store;
use menagerie_store::{NewTable, StoreError, TableId, TokenHash, Wishes};
use menagerie_table::secret::Digest;
use menagerie_table::{Again, Tell};
use menagerie_wire::table::Stage;
use menagerie_wire::{Code, Refused};

use crate::error::{ApiError, refused};
use crate::tables::load::LONGEST_LINEAGE;
use crate::tables::table_log::mention;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// A seat wants another game, or no longer does. The store keeps that, so that every node knows it and none forgets it.
    pub(crate) async fn rematch(&mut self, seat: Seat, Again { wants, nonce }: Again) -> Result<Vec<Tell>, Refused> {
        if wants && self.room.table().lineage.len() >= LONGEST_LINEAGE {
            return Err(refused(Code::TooMuch, "this table had very many rematches: make a new one"));
        }
        let (store, seat) = (self.app.store.clone(), self.room.info().seat_name(seat));
        let wishes = if wants {
            store.want_rematch(&self.id, seat, nonce.as_deref()).await
        } else {
            store.withdraw_rematch(&self.id, seat).await
        };
        let tells = self.hear_wishes(wishes.map_err(|error| ApiError::from(error).0)?).await.map_err(|no| no.0);
        self.changed();
        tells
    }

    /// Who wants another game now, as the store has it: everybody is told what is new.
    pub(crate) async fn hear_wishes(&mut self, wishes: Wishes) -> Result<Vec<Tell>, ApiError> {
        let news = self.room.set_wishes(wishes);
        let met = self.meet_wishes().await?;
        if !news && !met {
            return Ok(Vec::new());
        }
        let now = self.app.now();
        let mut tells = self.room.tell_everything(now);
        tells.extend(self.room.tell_table(now));
        Ok(tells)
    }

    /// When all want another game its table is made, by whichever node knows it first. Whether that happened.
    async fn meet_wishes(&mut self) -> Result<bool, ApiError> {
        let wanted = self.room.wants_rematch();
        if wanted {
            let next = self.make_rematch().await?;
            self.changed();
            self.room.set_rematch(next.to_string());
            self.stored.rematch = Some(next);
        }
        Ok(wanted)
    }

    /// Whoever had the last wish may have died before the table was made.
    pub(crate) async fn finish_rematch(&mut self) {
        if let Err(no) = self.meet_wishes().await {
            tracing::warn!(table = %self.id, cause = no.0.error, "the table of another game cannot be made yet");
        }
    }

    async fn make_rematch(&self) -> Result<TableId, ApiError> {
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
            creator: self.stored.creator.clone(),
        };
        match self.app.store.create_table(&new).await {
            Ok(table) => {
                mention("a rematch begins", &table);
                self.app.watch_over(&table).await;
                self.app.announce(&table, "gameStart");
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
