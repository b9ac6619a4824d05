//! Chat and alliances at a live table: stored first, then delivered.

use menagerie_game::Seat;
use menagerie_store::{ChatOptions, IdempotencyKey, Idempotent, NewAllianceStep, NewChatMessage, NewReport};
use menagerie_table::secret::Digest;
use menagerie_table::{ChatRate, Connection, ConnectionId, Delivery, LiveTable};
use menagerie_wire::{Alliance, AllianceStep, ChatMessage, ChatPost, Code};

use crate::error::ServerError;
use crate::mailbox::input::ChatReport;
use crate::records::stored::{ToStored, ToWire};
use crate::tables::table_task::TableTask;

/// Only the last 200 messages can be reported.
const REPORTED: u32 = 200;

/// The deliveries; or, for a repeated request, the version of the first answer.
pub(crate) type StoredOnce = Idempotent<Vec<Delivery>>;

impl TableTask {
    /// Stores and delivers a chat message, from a connection or over HTTP. With a key it is stored once.
    pub(crate) async fn say(
        &mut self,
        id: Option<ConnectionId>,
        seat: Option<Seat>,
        say: ChatPost,
        asked: Option<IdempotencyKey>,
    ) -> Result<StoredOnce, ServerError> {
        let speech = self.room.check_chat(id, seat, say)?;
        self.check_chat_rate(id, speech.seat)?;
        let circle = self.room.channel_number(&speech);
        let seat = speech.seat.map(|seat| self.room.info().seat_name(seat).to_owned());
        let new = NewChatMessage {
            audience: circle,
            seat,
            name: speech.name,
            channel: speech.channel.to_stored(),
            text: speech.text,
        };
        let kept = self.app.store.add_chat_message(&self.id, new, self.terms(asked)).await;
        self.deliver_stored(kept, |room, said| room.chat_stored(chat_message(said))).await
    }

    /// Stores and delivers a step of an alliance. With a key it is stored once.
    pub(crate) async fn ally(
        &mut self,
        seat: Seat,
        step: AllianceStep,
        asked: Option<IdempotencyKey>,
    ) -> Result<StoredOnce, ServerError> {
        let Alliance { by, with, what, open, .. } = self.room.check_alliance(seat, &step)?;
        self.check_chat_rate(None, Some(seat))?;
        let new = NewAllianceStep { by, partner: with, what, open };
        let kept = self.app.store.add_alliance_step(&self.id, new, self.terms(asked)).await;
        self.deliver_stored(kept, |room, step| vec![room.alliance_stored(alliance_entry(step))]).await
    }

    /// Whether a speaker has not said too much lately, where the operator limits that.
    fn check_chat_rate(&mut self, id: Option<ConnectionId>, seat: Option<Seat>) -> Result<(), ServerError> {
        let now = self.app.now();
        let Some(pace) = self.app.config.limits.talk else { return Ok(()) };
        self.room.check_chat_rate(ChatRate { most: pace.most, millis: pace.millis }, id, seat, now)?;
        match id.filter(|_| seat.is_none()).and_then(|id| self.room.address_of(id)) {
            Some(from) => self.app.rate_limits.may_chat_as_spectator(from.into()),
            None => Ok(()),
        }
    }

    fn terms(&self, asked: Option<IdempotencyKey>) -> ChatOptions {
        ChatOptions { idempotency: asked, rate: self.app.config.limits.talk }
    }

    /// Lets happen what the store has kept; what was kept before, by a node that we have not heard yet, is read.
    async fn deliver_stored<T>(
        &mut self,
        kept: menagerie_store::Result<Idempotent<T>>,
        happen: impl FnOnce(&mut LiveTable, T) -> Vec<Delivery>,
    ) -> Result<StoredOnce, ServerError> {
        match kept? {
            Idempotent::Done(new) => {
                self.changed();
                Ok(Idempotent::Done(happen(&mut self.room, new)))
            }
            Idempotent::Replayed(version) => {
                self.refresh().await?;
                Ok(Idempotent::Replayed(version))
            }
        }
    }

    /// The recent messages that an account may read.
    pub(crate) fn chat_for_account(&self, account: &str) -> Vec<ChatMessage> {
        let seat = self.room.table().seat_of_account(account);
        self.room.chat_for(&seat.map(Connection::of_program).unwrap_or_default())
    }

    /// The seat of a token mutes another seat, or ends that.
    pub(crate) async fn mute(&mut self, token: Digest, speaker: &str, muted: bool) -> Result<(), ServerError> {
        let listener = self.seat_of(token)?;
        let known = self.room.info().seat_named(speaker);
        let speaker = known.map(|seat| self.room.info().seat_name(seat));
        let speaker = speaker.ok_or_else(|| ServerError::new(Code::NotFound, "there is no such seat"))?;
        if muted {
            self.app.store.mute(&self.id, &listener, speaker).await?;
        } else {
            self.app.store.unmute(&self.id, &listener, speaker).await?;
        }
        self.changed();
        self.room.set_mute(&listener, speaker, muted);
        Ok(())
    }

    /// Stores a report about a chat message. It keeps the text, because the message may be removed.
    pub(crate) async fn report(&self, report: ChatReport) -> Result<(), ServerError> {
        let ChatReport { token, account, from, message, reason } = report;
        let by = match token {
            Some(token) => Some(self.seat_of(token)?),
            None => self.seat_name_of(None, account.as_deref()).map(str::to_owned),
        };
        // A seat is known by its name, at every address.
        let reporter_address = by.is_none().then(|| from.to_string());
        let seat = by.as_deref().and_then(|name| self.room.info().seat_named(name));
        let listener = seat.map(Connection::of_program).unwrap_or_default();
        let reporter = by.unwrap_or_else(|| "spectator".to_owned());
        let mut talk = self.app.store.chat_messages(&self.id, REPORTED).await?.into_iter().map(chat_message);
        let said = talk.find(|said| said.id == message && self.room.is_addressed_to(&listener, said));
        let said = said.ok_or_else(|| ServerError::new(Code::NotFound, "nothing with that number was said here"))?;
        let speaker = said.seat.clone().unwrap_or_else(|| said.name.clone());
        let (table, message, message_text) = (self.id.clone(), Some(message), Some(said.text));
        let new = NewReport { table, message, reporter, reporter_address, reported: speaker, message_text, reason };
        self.app.store.report(new).await?;
        Ok(())
    }

    fn seat_of(&self, token: Digest) -> Result<String, ServerError> {
        self.check_bans(&[token])?;
        let seat = self.room.table().seats_of(&[token]).first().copied();
        let seat = seat.ok_or_else(|| ServerError::new(Code::NotAllowed, "the token is not one of this table"))?;
        Ok(self.room.info().seat_name(seat).to_owned())
    }
}

/// The deliveries, and the version of an earlier answer.
pub(crate) fn split(kept: StoredOnce) -> (Vec<Delivery>, Option<u32>) {
    match kept {
        Idempotent::Done(deliveries) => (deliveries, None),
        Idempotent::Replayed(version) => (Vec::new(), Some(version)),
    }
}

/// A stored message as clients read it.
pub(crate) fn chat_message(said: menagerie_store::ChatMessage) -> ChatMessage {
    ChatMessage {
        id: said.id,
        seat: said.seat,
        name: said.name,
        room: said.channel.to_wire(),
        text: said.text,
        at: said.at.0,
    }
}

/// An entry of the alliance log, as clients read it.
pub(crate) fn alliance_entry(kept: menagerie_store::AllianceStep) -> Alliance {
    let NewAllianceStep { by, partner, what, open } = kept.step;
    Alliance { by, with: partner, what, open, at: kept.at.0 }
}
