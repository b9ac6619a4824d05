//! Finds a table's task, or loads the table and starts one.

use std::sync::Arc;

use menagerie_store::TableId;
use menagerie_wire::Code;
use tokio::sync::oneshot;

use crate::app::App;
use crate::error::ServerError;
use crate::mailbox::inbox::Inbox;
use crate::mailbox::input::Input;
use crate::tables::table_task::TableTask;

/// Messages that may wait for one table.
const WAITING: usize = 64;
/// A table may be forgotten between being found and being asked; then it is opened again.
const TRIES: usize = 3;

impl App {
    /// The way to a table's task.
    pub(crate) async fn room(self: &Arc<Self>, id: &TableId) -> Result<Inbox, ServerError> {
        if let Some(room) = self.lock_rooms().get(id).filter(|room| !room.is_closed()) {
            return Ok(room.clone());
        }
        let host = TableTask::load(Arc::clone(self), id.clone()).await?;
        if *self.closing().borrow() {
            return Err(ServerError::new(Code::Trouble, "the server is shutting down; come back in a moment"));
        }
        let mut rooms = self.lock_rooms();
        if let Some(room) = rooms.get(id).filter(|room| !room.is_closed()) {
            return Ok(room.clone());
        }
        let (inbox, inputs) = Inbox::new(WAITING);
        rooms.insert(id.clone(), inbox.clone());
        tokio::spawn(host.run(inputs));
        Ok(inbox)
    }

    /// Asks a table something and waits for the answer.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        id: &TableId,
        question: impl Fn(oneshot::Sender<T>) -> Input,
    ) -> Result<T, ServerError> {
        for _ in 0..TRIES {
            let room = self.room(id).await?;
            let (answer, answered) = oneshot::channel();
            if room.send(question(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
        }
        Err(ServerError::new(Code::Trouble, "the table does not answer; try again"))
    }
}
