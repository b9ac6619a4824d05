//! Idempotency: a message that a client sends again, also to another node, is answered again and done once.

use menagerie_store as store;
use menagerie_store::TokenHash;
use menagerie_table::{Command, ConnectionId, IdempotencyKey};

use crate::error::ServerError;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// The version with which this command was answered before, at this node or another. Only chat and alliances need the
    /// store for that: every other command names a version, or changes nothing when it is done again.
    pub(crate) async fn done_before(
        &self,
        id: ConnectionId,
        key: Option<IdempotencyKey>,
        command: &Command,
    ) -> Result<Option<u32>, ServerError> {
        if !matches!(command, Command::Chat(..) | Command::Ally(..)) {
            return Ok(None);
        }
        let Some(asked) = self.asked(id, key) else { return Ok(None) };
        Ok(self.app.store.idempotent_answer(&self.id, asked).await?)
    }

    /// The idempotency key in the store, if the client has told its name.
    pub(crate) fn asked(&self, id: ConnectionId, key: Option<IdempotencyKey>) -> Option<store::IdempotencyKey> {
        let IdempotencyKey { ack, content, .. } = key?;
        let key = TokenHash::from_bytes(self.room.client_key(id, ack)?.0);
        Some(store::IdempotencyKey { key, content: TokenHash::from_bytes(content.0), version: self.room.version() })
    }
}
