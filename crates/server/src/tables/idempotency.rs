//! Idempotency: a message that a client sends again, also to another node, is answered again and done once.

use menagerie_store as store;
use menagerie_store::TokenHash;
use menagerie_table::{Command, ConnectionId, IdempotencyKey};
use menagerie_wire::Code;

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
        if !has_stored_key(command) {
            return Ok(None);
        }
        let Some(asked) = self.asked(id, key) else { return Ok(None) };
        Ok(self.app.store.idempotent_answer(&self.id, asked).await?)
    }

    /// Refuses a command for good. An earlier attempt with the same key may still be under way at a node that is cut off
    /// from the database; it is not carried out any more. If it was carried out meanwhile, its version is the answer.
    /// Refusals for the rate are not stored, because a flood would write as many rows.
    pub(crate) async fn refuse_for_good(
        &self,
        id: ConnectionId,
        key: Option<IdempotencyKey>,
        error: ServerError,
    ) -> Result<u32, ServerError> {
        let is_passing = matches!(error.refused.code, Code::Trouble | Code::TooFast | Code::TooMuch);
        let asked = self.asked(id, key).filter(|_| !is_passing && !self.app.bus.is_alone());
        let Some(asked) = asked else { return Err(error) };
        self.app.store.refuse_idempotent(&self.id, asked).await?.ok_or(error)
    }

    /// The idempotency key in the store, if the client has told its name.
    pub(crate) fn asked(&self, id: ConnectionId, key: Option<IdempotencyKey>) -> Option<store::IdempotencyKey> {
        let IdempotencyKey { ack, content, .. } = key?;
        let key = TokenHash::from_bytes(self.room.client_key(id, ack)?.0);
        Some(store::IdempotencyKey { key, content: TokenHash::from_bytes(content.0), version: self.room.version() })
    }
}

/// Whether the store keeps the key of such a command.
pub(crate) const fn has_stored_key(command: &Command) -> bool {
    matches!(command, Command::Chat(..) | Command::Ally(..))
}
