//! Idempotency: the recent answers of each client. A message that comes again, also on another connection of the
//! same client, gets its first answer and is not done twice.

use std::collections::VecDeque;

use menagerie_game::Seat;
use menagerie_wire::{Code, FromClient, Refused, ToClient};

use super::{Connection, ConnectionId, LiveTable};
use crate::refusal::reused;
use crate::secret::Digest;

/// How many answers one client can ask for again.
const ANSWERS_KEPT: usize = 32;
/// How many clients with seats, and how many without, can come back and ask again.
const CLIENTS_KEPT: usize = 32;

/// Who asks: one connection, or all connections of a client that has told its name. Only who holds the same seats gets the
/// same answers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ClientKey {
    Connection(ConnectionId),
    Client { seats: Vec<Seat>, name: String },
}

impl ClientKey {
    fn of(id: ConnectionId, connection: &Connection) -> Self {
        match &connection.client {
            Some(name) => Self::Client { seats: connection.seats.clone(), name: name.clone() },
            None => Self::Connection(id),
        }
    }

    /// Whether it is a client with seats, or one without; nothing for a connection that goes with its answers.
    fn plays(&self) -> Option<bool> {
        match self {
            Self::Connection(_) => None,
            Self::Client { seats, .. } => Some(!seats.is_empty()),
        }
    }
}

/// A message with a number: the number is its idempotency key, and stands for this content only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdempotencyKey {
    /// The number.
    pub ack: u32,
    /// A hash of the whole message.
    pub content: Digest,
    /// Whether it must not be carried out twice: only then its answer is kept.
    pub once: bool,
}

impl IdempotencyKey {
    /// A message that carries a number.
    pub fn of(message: &FromClient) -> Option<Self> {
        let ack = message.ack()?;
        // A message that was read can be written.
        let json = serde_json::to_vec(message).unwrap_or_default();
        Some(Self { ack, content: Digest::of_bytes(&json), once: message.runs_once() })
    }
}

/// One answer: the version that was reached, or why not.
#[derive(Clone, Debug)]
struct Answer {
    to: IdempotencyKey,
    answer: Result<u32, Refused>,
}

/// What one asker was answered last, by the numbers of its messages.
#[derive(Clone, Debug)]
struct ClientAnswers {
    asker: ClientKey,
    answers: VecDeque<Answer>,
}

/// The recent answers at a table, by client; the client that asked last comes last.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentAnswers(Vec<ClientAnswers>);

impl RecentAnswers {
    fn find(&self, asker: &ClientKey, ack: u32) -> Option<&Answer> {
        let known = self.0.iter().find(|it| it.asker == *asker)?;
        known.answers.iter().find(|given| given.to.ack == ack)
    }

    fn keep(&mut self, asker: ClientKey, given: Answer) {
        let known = self.0.iter().position(|it| it.asker == asker).map(|index| self.0.remove(index));
        let mut known = known.unwrap_or_else(|| ClientAnswers { asker, answers: VecDeque::new() });
        if known.answers.len() == ANSWERS_KEPT {
            known.answers.pop_front();
        }
        known.answers.push_back(given);
        let plays = known.asker.plays();
        self.0.push(known);
        let alike = |it: &&ClientAnswers| plays.is_some() && it.asker.plays() == plays;
        if self.0.iter().filter(alike).count() > CLIENTS_KEPT
            && let Some(oldest) = self.0.iter().position(|it| alike(&it))
        {
            self.0.remove(oldest);
        }
    }

    /// The connection is no more; a client that has told its name may come back.
    pub(super) fn forget(&mut self, id: ConnectionId) {
        self.0.retain(|it| it.asker != ClientKey::Connection(id));
    }
}

impl LiveTable {
    /// The answer that this message got before; a refusal, if its number was used for another message.
    pub fn earlier_answer(&self, id: ConnectionId, message: IdempotencyKey) -> Option<ToClient> {
        let (asker, ack) = (ClientKey::of(id, self.connections.get(&id)?), message.ack);
        let given = self.answers.find(&asker, ack)?;
        Some(match given.answer.clone() {
            _ if given.to != message => ToClient::Refused { ack: Some(ack), refused: reused() },
            Ok(version) => ToClient::Done { ack, version },
            Err(refused) => ToClient::Refused { ack: Some(ack), refused },
        })
    }

    /// What stands for a message of this number in the store: who asks, as far as that is known on another connection too.
    pub fn client_key(&self, id: ConnectionId, ack: u32) -> Option<Digest> {
        let connection = self.connections.get(&id)?;
        let client = connection.client.as_deref()?;
        let seats: Vec<&str> = connection.seats.iter().map(|&seat| self.info().seat_name(seat)).collect();
        // A client's word may hold anything: it comes last, so that no two askers look alike.
        Some(Digest::of(&format!("{ack} {} {client}", seats.join(","))))
    }

    /// Remembers an answer in case the message comes again. `trouble` is not remembered: the client tries again. A
    /// malformed message is not remembered either, so its number stays free.
    pub fn remember_answer(&mut self, id: ConnectionId, to: IdempotencyKey, answer: Result<u32, Refused>) {
        let Some(connection) = self.connections.get(&id) else { return };
        if !answer.as_ref().is_err_and(|refused| matches!(refused.code, Code::Trouble | Code::Malformed)) {
            self.answers.keep(ClientKey::of(id, connection), Answer { to, answer });
        }
    }
}
