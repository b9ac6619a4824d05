//! Commands of connections: parsed, checked by the live table, executed, and answered once per idempotency key.

use menagerie_table::{Accepted, Command, ConnectionId, Delivery, IdempotencyKey};
use menagerie_wire::{FromClient, ToClient};

use crate::error::ServerError;
use crate::tables::chat::split;
use crate::tables::idempotency::has_stored_key;
use crate::tables::table_task::TableTask;

impl TableTask {
    /// Answers a client's message. A message that comes again gets the answer of the first one.
    pub(crate) async fn message(&mut self, id: ConnectionId, message: FromClient) {
        let key = IdempotencyKey::of(&message);
        let once = key.filter(|key| key.once);
        if let Some(answer) = once.and_then(|key| self.room.earlier_answer(id, key)) {
            return self.deliver(vec![Delivery { to: vec![id], message: answer }]);
        }
        // A flag that has fallen takes effect before any command that comes after its fall.
        self.settle().await;
        let done = match self.room.parse(id, message) {
            Ok(command) => self.try_twice(id, key, command).await,
            Err(refused) => Err(refused.into()),
        };
        if let Err(ServerError { refused, .. }) = done {
            self.app.metrics.refused(refused.code);
            if let Some(key) = once {
                self.room.remember_answer(id, key, Err(refused.clone()));
            }
            let ack = key.map(|key| key.ack);
            self.deliver(vec![Delivery { to: vec![id], message: ToClient::Refused { ack, refused } }]);
        }
    }

    /// Executes a command. In a cluster a refused command is tried again if this node was behind the store.
    async fn try_twice(
        &mut self,
        id: ConnectionId,
        key: Option<IdempotencyKey>,
        command: Command,
    ) -> Result<(), ServerError> {
        let again = (!self.app.bus.is_alone()).then(|| command.clone());
        let has_stored_key = has_stored_key(&command);
        let mut done = self.attempt(id, key, command).await;
        if let Some(command) = again
            && done.is_err()
            && self.was_behind().await
        {
            done = Box::pin(self.attempt(id, key, command)).await;
        }
        match done {
            Err(error) if has_stored_key => {
                let version = Box::pin(self.refuse_for_good(id, key, error)).await?;
                Box::pin(self.execute(id, key, Accepted::WasDone(version))).await
            }
            done => done,
        }
    }

    async fn attempt(
        &mut self,
        id: ConnectionId,
        key: Option<IdempotencyKey>,
        command: Command,
    ) -> Result<(), ServerError> {
        self.check_reach(&command)?;
        let accepted = match self.done_before(id, key, &command).await? {
            Some(version) => Accepted::WasDone(version),
            None => self.room.check(id, command, self.app.now())?,
        };
        self.execute(id, key, accepted).await
    }

    async fn execute(
        &mut self,
        id: ConnectionId,
        key: Option<IdempotencyKey>,
        accepted: Accepted,
    ) -> Result<(), ServerError> {
        let mut version = None;
        let mut deliveries = Vec::new();
        match accepted {
            Accepted::Append(batch) => deliveries = self.append(&batch).await?,
            Accepted::WasDone(reached) => version = Some(reached),
            Accepted::Nothing => {}
            Accepted::Uncover(seat) => deliveries.push(self.room.uncover(id, seat, self.app.now())),
            Accepted::Rematch(seat, vote) => deliveries = Box::pin(self.rematch(seat, vote)).await?,
            Accepted::Chat(seat, post) => {
                let stored = Box::pin(self.say(Some(id), seat, post, self.asked(id, key))).await?;
                (deliveries, version) = split(stored);
            }
            Accepted::Ally(seat, step) => {
                let stored = Box::pin(self.ally(seat, step, self.asked(id, key))).await?;
                (deliveries, version) = split(stored);
            }
            Accepted::Cancel(seat) => {
                let seat = self.room.info().seat_name(seat);
                Box::pin(self.cancel(Some(seat))).await?;
            }
            Accepted::Pong(n) => deliveries.push(Delivery { to: vec![id], message: ToClient::Pong { n } }),
        }
        if let Some(key) = key {
            let version = version.unwrap_or_else(|| self.room.version());
            if key.once {
                self.room.remember_answer(id, key, Ok(version));
            }
            let message = ToClient::Done { ack: key.ack, version };
            self.deliver(vec![Delivery { to: vec![id], message }]);
        }
        self.deliver(deliveries);
        Ok(())
    }
}
