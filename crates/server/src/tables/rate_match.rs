//! Rates finished matches, once each.

use menagerie_store as store;
use menagerie_store::{MatchResult, StoreError, TableId};

use crate::accounts::rating::{Player, rated, rating_key};
use crate::app::App;

/// Attempts to rate a match while others end; after them it is done with the leftovers.
const TRIES: usize = 5;
/// Matches that are rated later, read at once.
const LEFTOVERS: u32 = 200;

impl App {
    /// Rates a finished match, if it is one that counts. Safe to call again: a table counts once.
    pub(crate) async fn rate(&self, table: &store::Table, ended: &MatchResult) -> Result<(), StoreError> {
        if !table.settings.rated {
            return Ok(());
        }
        let key = rating_key(&table.game);
        for _ in 1..TRIES {
            match self.try_to_rate(table, ended, &key).await {
                // Another match ended at the same moment: the ratings are read again.
                Err(StoreError::Conflict) => {}
                done => return done,
            }
        }
        self.try_to_rate(table, ended, &key).await
    }

    async fn try_to_rate(&self, table: &store::Table, ended: &MatchResult, key: &str) -> Result<(), StoreError> {
        match self.players(table, ended, key).await? {
            Some(players) => self.store.rate(&table.id, key, &rated(&players)).await.map(|_| ()),
            None => self.store.leave_rating_queue(&table.id).await,
        }
    }

    /// Rates finished matches that were not rated: the node that ended one may have died before.
    pub(crate) async fn rate_leftovers(&self) -> Result<(), StoreError> {
        loop {
            let left = self.store.rating_queue(LEFTOVERS).await?;
            let mut done = 0;
            for id in &left {
                done += usize::from(self.rate_leftover(id).await?);
            }
            // What cannot be rated now waits for the next time.
            if done == 0 || left.len() < LEFTOVERS as usize {
                return Ok(());
            }
        }
    }

    /// Rates one of them; whether that is done.
    async fn rate_leftover(&self, id: &TableId) -> Result<bool, StoreError> {
        let table = self.store.table(id).await?;
        let Some(ended) = &table.result else { return Ok(false) };
        match self.rate(&table, ended).await {
            Err(StoreError::Conflict) => {
                tracing::warn!(table = %id, "a match is rated later");
                Ok(false)
            }
            done => done.map(|()| true),
        }
    }

    /// The accounts on all seats; nothing if a seat has none, or one sits twice.
    async fn players(
        &self,
        table: &store::Table,
        ended: &MatchResult,
        key: &str,
    ) -> Result<Option<Vec<Player>>, StoreError> {
        let mut players: Vec<Player> = Vec::new();
        for (seat, (_, score)) in table.seats.iter().zip(&ended.scores) {
            let store::Player::Person { account: Some(account), .. } = seat.player else { return Ok(None) };
            if players.iter().any(|known| known.account == account) {
                return Ok(None);
            }
            let before = self.store.rating(account, key).await?;
            players.push(Player { account, before, score: *score });
        }
        Ok(Some(players))
    }
}
