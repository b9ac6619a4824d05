//! Chat and alliances at a live table: stored first, then told.

use menagerie_game::Seat;
use menagerie_store::{Asked, NewAlliance, NewReport, NewSaid, Once, Terms};
use menagerie_table::secret::Digest;
use menagerie_table::{ChatRate, Connection, ConnectionId, Room, Tell};
use menagerie_wire::{Alliance, AllianceStep, Code, Refused, Said, Say};

use crate::error::ApiError;
use crate::mailbox::input::Grievance;
use crate::tables::table_task::TableTask;

/// So far back one can complain about what was said.
const REPORTED: u32 = 200;

/// Whom to tell what; or, if it was done before, the version with which it was answered then.
pub(crate) type Kept = Once<Vec<Tell>>;

impl TableTask {
    /// Somebody says something, on a connection or over HTTP, perhaps not for the first time.
    pub(crate) async fn say(
        &mut self,
        id: Option<ConnectionId>,
        seat: Option<Seat>,
        say: Say,
        asked: Option<Asked>,
    ) -> Result<Kept, Refused> {
        let speech = self.room.speech(id, seat, say)?;
        self.check_pace(id, speech.seat)?;
        let circle = self.room.circle(&speech);
        let seat = speech.seat.map(|seat| self.room.info().seat_name(seat).to_owned());
        let new = NewSaid { circle, seat, name: speech.name, room: speech.hall, text: speech.text };
        let kept = self.app.store.say(&self.id, new, self.terms(asked)).await;
        self.tell_kept(kept, |room, said| room.said(told(said))).await
    }

    /// Somebody takes a step of an alliance; the same.
    pub(crate) async fn ally(&mut self, seat: Seat, step: AllianceStep, asked: Option<Asked>) -> Result<Kept, Refused> {
        let Alliance { by, with, what, open, .. } = self.room.alliance(seat, &step)?;
        self.check_pace(None, Some(seat))?;
        let new = NewAlliance { by, partner: with, what, open };
        let kept = self.app.store.ally(&self.id, new, self.terms(asked)).await;
        self.tell_kept(kept, |room, step| vec![room.allied(alliance(step))]).await
    }

    /// Whether a speaker has not said too much lately, where the operator limits that.
    fn check_pace(&mut self, id: Option<ConnectionId>, seat: Option<Seat>) -> Result<(), Refused> {
        let now = self.app.now();
        let rate = self.app.config.limits.talk.map(|pace| ChatRate { most: pace.most, millis: pace.millis });
        rate.map_or(Ok(()), |rate| self.room.check_pace(rate, id, seat, now))
    }

    fn terms(&self, asked: Option<Asked>) -> Terms {
        Terms { once: asked, pace: self.app.config.limits.talk }
    }

    /// Lets happen what the store has kept; what was kept before, by a node that we have not heard yet, is read.
    async fn tell_kept<T>(
        &mut self,
        kept: menagerie_store::Result<Once<T>>,
        happen: impl FnOnce(&mut Room, T) -> Vec<Tell>,
    ) -> Result<Kept, Refused> {
        match kept.map_err(|error| ApiError::from(error).0)? {
            Once::Now(new) => {
                self.changed();
                Ok(Once::Now(happen(&mut self.room, new)))
            }
            Once::Before(version) => {
                self.refresh().await?;
                Ok(Once::Before(version))
            }
        }
    }

    /// What an account may hear of what was said lately.
    pub(crate) fn heard_by(&self, account: &str) -> Vec<Said> {
        let seat = self.room.table().seat_of_account(account);
        self.room.heard(&seat.map(Connection::of_program).unwrap_or_default())
    }

    /// Whoever holds the token no longer wants to hear a seat, or wants to again.
    pub(crate) async fn mute(&mut self, token: Digest, speaker: &str, muted: bool) -> Result<(), ApiError> {
        let listener = self.seat_of(token)?;
        let known = self.room.info().seat_named(speaker);
        let speaker = known.map(|seat| self.room.info().seat_name(seat));
        let speaker = speaker.ok_or_else(|| ApiError::new(Code::NotFound, "there is no such seat"))?;
        if muted {
            self.app.store.mute(&self.id, &listener, speaker).await?;
        } else {
            self.app.store.unmute(&self.id, &listener, speaker).await?;
        }
        self.changed();
        self.room.mute(&listener, speaker, muted);
        Ok(())
    }

    /// Somebody complains about something that was said to them. The words are kept with it: they may be removed.
    pub(crate) async fn report(&self, grievance: Grievance) -> Result<(), ApiError> {
        let Grievance { token, from, message, reason } = grievance;
        let by = token.map(|token| self.seat_of(token)).transpose()?;
        // A seat is known by its name, wherever it complains from.
        let from = by.is_none().then(|| from.to_string());
        let seat = by.as_deref().and_then(|name| self.room.info().seat_named(name));
        let listener = seat.map(Connection::of_program).unwrap_or_default();
        let by = by.unwrap_or_else(|| "spectator".to_owned());
        let mut talk = self.app.store.talk(&self.id, REPORTED).await?.into_iter().map(told);
        let said = talk.find(|said| said.id == message && self.room.is_meant(&listener, said));
        let said = said.ok_or_else(|| ApiError::new(Code::NotFound, "nothing with that number was said here"))?;
        let about = said.seat.clone().unwrap_or_else(|| said.name.clone());
        let (table, message, words) = (self.id.clone(), Some(message), Some(said.text));
        self.app.store.report(NewReport { table, message, by, from, about, words, reason }).await?;
        Ok(())
    }

    fn seat_of(&self, token: Digest) -> Result<String, ApiError> {
        self.check_bans(&[token])?;
        let seat = self.room.table().seats_of(&[token]).first().copied();
        let seat = seat.ok_or_else(|| ApiError::new(Code::NotAllowed, "the token is not one of this table"))?;
        Ok(self.room.info().seat_name(seat).to_owned())
    }
}

/// Whom to tell, and the version with which it was answered before.
pub(crate) fn apart(kept: Kept) -> (Vec<Tell>, Option<u32>) {
    match kept {
        Once::Now(tells) => (tells, None),
        Once::Before(version) => (Vec::new(), Some(version)),
    }
}

/// A message is carried out once, and a seat has its pace at all nodes together.
/// Something that was said, as clients read it.
pub(crate) fn told(said: menagerie_store::Said) -> Said {
    Said { id: said.id, seat: said.seat, name: said.name, room: said.room, text: said.text, at: said.at.0 }
}

/// An entry of the alliance log, as clients read it.
pub(crate) fn alliance(kept: menagerie_store::Alliance) -> Alliance {
    let NewAlliance { by, partner, what, open } = kept.step;
    Alliance { by, with: partner, what, open, at: kept.at.0 }
}
