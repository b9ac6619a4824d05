//! Chat: who may post in which channel, and who reads it.

use menagerie_game::{Seat, insertion_sort_by_key};
use menagerie_wire::table::{Player, Stage};
use menagerie_wire::{ChatChannel, ChatMessage, ChatPost, Code, PrivateChatNotice, Refused, ToClient};

use super::{Connection, ConnectionId, Delivery, LiveTable};
use crate::clock::Millis;
use crate::names::disturbs_talk;
use crate::refusal::refused;

/// The number of channels whose messages are numbered separately: an id discloses nothing about other channels.
pub const CHAT_CHANNELS: u8 = 8;

const MAX_LENGTH: usize = 300;
/// Messages kept in memory per channel; the store has the older ones.
const MAX_KEPT: usize = 100;

/// A chat message that passed all checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedChat {
    /// Who speaks; nobody for a spectator.
    pub seat: Option<Seat>,
    /// The name they go by.
    pub name: String,
    /// Who hears it.
    pub channel: ChatChannel,
    /// What.
    pub text: String,
}

impl LiveTable {
    /// Whether this may be said now, and how.
    pub fn check_chat(
        &self,
        id: Option<ConnectionId>,
        seat: Option<Seat>,
        say: ChatPost,
    ) -> Result<CheckedChat, Refused> {
        if self.table.stage == Stage::Closed {
            return Err(refused(Code::NotNow, "the table is closed"));
        }
        let text = say.text.trim().to_owned();
        let length = text.chars().count();
        if length == 0 || length > MAX_LENGTH || disturbs_talk(&text) {
            let code = if length > MAX_LENGTH { Code::TooMuch } else { Code::Malformed };
            return Err(refused(code, format!("a message has 1 to {MAX_LENGTH} printable characters")));
        }
        self.check_channel(seat, &say.room)?;
        let guest =
            || id.and_then(|id| self.connections.get(&id)?.name.clone()).unwrap_or_else(|| "spectator".to_owned());
        let name = seat.map_or_else(guest, |seat| self.table.name_of(seat, self.info()));
        Ok(CheckedChat { seat, name, channel: say.room, text })
    }

    fn check_channel(&self, seat: Option<Seat>, channel: &ChatChannel) -> Result<(), Refused> {
        let over = self.game.end().is_some();
        let no = |sentence: &str| Err(refused(Code::NotAllowed, sentence));
        match (channel, seat) {
            (ChatChannel::Players, None) => no("only those who play talk there"),
            // Bots greet spectators; players read that after the end only.
            (ChatChannel::Spectators, Some(seat)) if !over && !self.is_bot(seat) => {
                no("those who play talk to spectators when the match is over")
            }
            (ChatChannel::Seat { .. }, None) => no("only those who play talk in private"),
            (ChatChannel::Seat { .. }, Some(_)) if !self.has_alliances() => no("there is no private talk in this game"),
            (ChatChannel::Seat { seat: name }, Some(seat)) => match self.other_seat(seat, name) {
                Some(_) => Ok(()),
                None => Err(refused(Code::NotFound, "there is no such other seat")),
            },
            (ChatChannel::Players, Some(_)) | (ChatChannel::Spectators, _) => Ok(()),
        }
    }

    /// Whether the account of a program plays a seat.
    fn is_bot(&self, seat: Seat) -> bool {
        self.table.chair(seat).is_some_and(|chair| matches!(chair.player, Player::Person { bot: true, .. }))
    }

    /// A message is durable: delivers it to all connections that may read it.
    pub fn chat_stored(&mut self, said: ChatMessage) -> Vec<Delivery> {
        let to: Vec<ConnectionId> =
            self.connections.iter().filter(|(_, it)| self.may_read(it, &said)).map(|(&id, _)| id).collect();
        let mut deliveries = vec![Delivery { to, message: ToClient::Chat { said: said.clone() } }];
        deliveries.extend(self.private_chat_notice(&said));
        let alike: Vec<usize> = (0..self.talk.len()).filter(|&index| same_channel(&self.talk[index], &said)).collect();
        if alike.len() >= MAX_KEPT {
            self.talk.remove(alike[0]);
        }
        self.talk.push(said);
        deliveries
    }

    /// Compares with the chat in the store, and delivers new messages. If messages were removed, all connections get a
    /// snapshot.
    pub fn sync_chat(&mut self, talk: Vec<ChatMessage>, now: Millis) -> Vec<Delivery> {
        let stands = |said: &ChatMessage| talk.iter().any(|it| it.id == said.id) || was_evicted(&talk, said);
        if !self.talk.iter().all(stands) {
            self.talk = talk;
            return self.broadcast_snapshot(now);
        }
        let known: Vec<u32> = self.talk.iter().map(|said| said.id).collect();
        let new = talk.into_iter().filter(|said| !known.contains(&said.id));
        let deliveries = new.flat_map(|said| self.chat_stored(said)).collect();
        insertion_sort_by_key(&mut self.talk, |said| (said.at, said.id));
        deliveries
    }

    /// Sets the mutes that the store holds.
    pub fn set_mutes(&mut self, mutes: Vec<(String, String)>) {
        self.mutes = mutes;
    }

    /// The notice to others that two openly allied seats exchange private messages.
    fn private_chat_notice(&self, said: &ChatMessage) -> Option<Delivery> {
        let (ChatChannel::Seat { seat: to }, Some(from)) = (&said.room, &said.seat) else { return None };
        if !self.have_open_alliance(from, to) {
            return None;
        }
        let others = self.connections.iter().filter(|(_, it)| !self.may_read(it, said)).map(|(&id, _)| id).collect();
        let whisper = PrivateChatNotice { from: from.clone(), to: to.clone() };
        Some(Delivery { to: others, message: ToClient::PrivateChat { whisper } })
    }

    /// The messages that a connection may read.
    pub fn chat_for(&self, connection: &Connection) -> Vec<ChatMessage> {
        self.talk.iter().filter(|said| self.may_read(connection, said)).cloned().collect()
    }

    fn may_read(&self, connection: &Connection, said: &ChatMessage) -> bool {
        self.is_addressed_to(connection, said) && !self.is_muted(connection, said)
    }

    /// Whether something is said to this connection, be it heard or not.
    pub fn is_addressed_to(&self, connection: &Connection, said: &ChatMessage) -> bool {
        let plays = !connection.seats.is_empty();
        let among = |names: [&str; 2]| {
            // A screen shared with another seat gets no private messages.
            plays && connection.seats.iter().all(|&seat| names.contains(&self.info().seat_name(seat)))
        };
        match &said.room {
            ChatChannel::Players => plays,
            ChatChannel::Spectators => !plays || self.game.end().is_some(),
            ChatChannel::Seat { seat } => among([seat, said.seat.as_deref().unwrap_or_default()]),
        }
    }

    /// The circle among whose words a speech is numbered: the players, the spectators, or two seats.
    pub fn channel_number(&self, speech: &CheckedChat) -> u8 {
        match (&speech.channel, speech.seat) {
            (ChatChannel::Players, _) => 1,
            (ChatChannel::Spectators, _) => 2,
            (ChatChannel::Seat { seat: to }, from) => {
                let place = |seat: Option<Seat>| seat.map_or(0, Seat::index) as u8;
                let (one, other) = (place(from), place(self.info().seat_named(to)));
                let (low, high) = (one.min(other), one.max(other));
                3 + high * high.saturating_sub(1) / 2 + low
            }
        }
    }

    fn is_muted(&self, connection: &Connection, said: &ChatMessage) -> bool {
        let Some(speaker) = &said.seat else { return false };
        let [listener] = *connection.seats else { return false };
        let listener = self.info().seat_name(listener);
        self.mutes.iter().any(|(who, whom)| who == listener && whom == speaker)
    }

    /// A seat no longer wants to hear another, or wants to again.
    pub fn set_mute(&mut self, listener: &str, speaker: &str, muted: bool) {
        self.mutes.retain(|(who, whom)| who != listener || whom != speaker);
        if muted {
            self.mutes.push((listener.to_owned(), speaker.to_owned()));
        }
    }

    /// An operator has removed something that was said.
    pub fn remove_message(&mut self, said: u32) {
        self.talk.retain(|it| it.id != said);
    }

    /// Whether this game has more than two seats: then there is something to agree on in private.
    pub(super) fn has_alliances(&self) -> bool {
        self.seats().len() > 2
    }

    pub(super) fn other_seat(&self, seat: Seat, name: &str) -> Option<Seat> {
        self.info().seat_named(name).filter(|&other| other != seat && self.seats().contains(other))
    }
}

/// Whether both messages are in the same channel: the id tells it.
fn same_channel(one: &ChatMessage, other: &ChatMessage) -> bool {
    one.id % u32::from(CHAT_CHANNELS) == other.id % u32::from(CHAT_CHANNELS)
}

/// Whether a message is missing in a list only because newer messages of its channel have evicted it.
fn was_evicted(talk: &[ChatMessage], said: &ChatMessage) -> bool {
    let mut circle = talk.iter().filter(|it| same_channel(it, said));
    circle.next().is_some_and(|oldest| said.at <= oldest.at) && circle.count() + 1 >= MAX_KEPT
}
