//! Idempotency: the recent answers of each client. A message that comes again, also on another connection of the
//! same client, gets its first answer and is not done twice.

use std::collections::VecDeque;

use menagerie_game::Seat;
use menagerie_wire::{Code, FromClient, Refused, ToClient};

use super::{Connection, ConnectionId, Room};
use crate::refusal::reused;
use crate::secret::Digest;

/// How many answers one client can ask for again.
const ANSWERS_KEPT: usize = 32;
/// How many clients with seats, and how many without, can come back and ask again.
const CLIENTS_KEPT: usize = 32;

/// Who asks: one connection, or all connections of a client that has told its name. Only who holds the same seats gets the
/// same answers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Asker {
    Connection(ConnectionId),
    Client { seats: Vec<Seat>, name: String },
}

impl Asker {
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
pub struct Numbered {
    /// The number.
    pub ack: u32,
    /// A hash of the whole message.
    pub content: Digest,
    /// Whether it must not be carried out twice: only then its answer is kept.
    pub deed: bool,
}

impl Numbered {
    /// A message that carries a number.
    pub fn of(message: &FromClient) -> Option<Self> {
        let ack = message.ack()?;
        // A message that was read can be written.
        let json = serde_json::to_vec(message).unwrap_or_default();
        Some(Self { ack, content: Digest::of_bytes(&json), deed: message.ack_of_deed().is_some() })
    }
}

/// One answer: the version that was reached, or why not.
#[derive(Clone, Debug)]
struct Given {
    to: Numbered,
    answer: Result<u32, Refused>,
}

/// What one asker was answered last, by the numbers of its messages.
#[derive(Clone, Debug)]
struct Answered {
    asker: Asker,
    answers: VecDeque<Given>,
}

/// What was answered at a table; whoever asked last comes last.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentAnswers(Vec<Answered>);

impl RecentAnswers {
    fn find(&self, asker: &Asker, ack: u32) -> Option<&Given> {
        let known = self.0.iter().find(|it| it.asker == *asker)?;
        known.answers.iter().find(|given| given.to.ack == ack)
    }

    fn keep(&mut self, asker: Asker, given: Given) {
        let known = self.0.iter().position(|it| it.asker == asker).map(|index| self.0.remove(index));
        let mut known = known.unwrap_or_else(|| Answered { asker, answers: VecDeque::new() });
        if known.answers.len() == ANSWERS_KEPT {
            known.answers.pop_front();
        }
        known.answers.push_back(given);
        let plays = known.asker.plays();
        self.0.push(known);
        let alike = |it: &&Answered| plays.is_some() && it.asker.plays() == plays;
        if self.0.iter().filter(alike).count() > CLIENTS_KEPT
            && let Some(oldest) = self.0.iter().position(|it| alike(&it))
        {
            self.0.remove(oldest);
        }
    }

    /// The connection is no more; a client that has told its name may come back.
    pub(super) fn forget(&mut self, id: ConnectionId) {
        self.0.retain(|it| it.asker != Asker::Connection(id));
    }
}

impl Room {
    /// The answer that this message got before; a refusal, if its number was used for another message.
    pub fn answered(&self, id: ConnectionId, message: Numbered) -> Option<ToClient> {
        let (asker, ack) = (Asker::of(id, self.connections.get(&id)?), message.ack);
        let given = self.answers.find(&asker, ack)?;
        Some(match given.answer.clone() {
            _ if given.to != message => ToClient::Refused { ack: Some(ack), refused: reused() },
            Ok(version) => ToClient::Done { ack, version },
            Err(refused) => ToClient::Refused { ack: Some(ack), refused },
        })
    }

    /// What stands for a message of this number in the store: who asks, as far as that is known on another connection too.
    pub fn asked(&self, id: ConnectionId, ack: u32) -> Option<Digest> {
        let connection = self.connections.get(&id)?;
        let client = connection.client.as_deref()?;
        let seats: Vec<&str> = connection.seats.iter().map(|&seat| self.info().seat_name(seat)).collect();
        // A client's word may hold anything: it comes last, so that no two askers look alike.
        Some(Digest::of(&format!("{ack} {} {client}", seats.join(","))))
    }

    /// Remembers an answer for the case that the question comes again. Trouble is no answer: whoever is told of it asks
    /// again and means it. A message that makes no sense is judged again, and its number is free for one that does.
    pub fn remember(&mut self, id: ConnectionId, to: Numbered, answer: Result<u32, Refused>) {
        let Some(connection) = self.connections.get(&id) else { return };
        if !answer.as_ref().is_err_and(|refused| matches!(refused.code, Code::Trouble | Code::Malformed)) {
            self.answers.keep(Asker::of(id, connection), Given { to, answer });
        }
    }
}
