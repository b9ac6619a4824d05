//! Idempotency: a message that a client sends again, also to another node, is answered again and done once.

use menagerie_store::{Asked, TokenHash};
use menagerie_table::{ConnectionId, Numbered};
use menagerie_wire::{FromClient, Refused};

use crate::error::ApiError;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// The version with which this message was answered before, here or at another node. Only words and steps of alliances
    /// are asked for: everything else answers a version, or changes nothing when it is done again.
    pub(crate) async fn done_before(&self, id: ConnectionId, message: &FromClient) -> Result<Option<u32>, Refused> {
        if !matches!(message, FromClient::Say { .. } | FromClient::Ally { .. }) {
            return Ok(None);
        }
        let Some(asked) = self.asked(id, Numbered::of(message)) else { return Ok(None) };
        self.app.store.answered(&self.id, asked).await.map_err(|error| ApiError::from(error).0)
    }

    /// How the store knows a message, if its client can be known again.
    pub(crate) fn asked(&self, id: ConnectionId, message: Option<Numbered>) -> Option<Asked> {
        let Numbered { ack, content, .. } = message?;
        let key = TokenHash::from_bytes(self.room.asked(id, ack)?.0);
        Some(Asked { key, content: TokenHash::from_bytes(content.0), version: self.room.version() })
    }
}
