//! The rate limit on chat, counted for each speaker, whatever connection the messages come from.

use std::collections::VecDeque;
use std::net::IpAddr;

use menagerie_game::Seat;
use menagerie_wire::{Code, Refused};

use super::{ConnectionId, Room};
use crate::clock::Millis;
use crate::refusal::refused;

/// The usual: so many messages of one speaker in so many milliseconds, then it has to wait. The store counts what seats say at all nodes;
/// here a flood ends before it gets there, and spectators, of whom the store knows no address, have their pace at each node.
pub const CHAT_RATE: ChatRate = ChatRate { most: 5, millis: 10_000 };

/// A rate limit on chat: at most this many messages of one speaker in this many milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatRate {
    /// The most messages.
    pub most: usize,
    /// The window, in milliseconds.
    pub millis: Millis,
}

/// Who speaks: a seat, whoever plays it; among spectators everybody at one address, or a connection that tells none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Speaker {
    Seat(Seat),
    Address(IpAddr),
    Connection(Option<ConnectionId>),
}

/// When each speaker said something lately.
#[derive(Clone, Debug, Default)]
pub(super) struct Spoken(Vec<(Speaker, VecDeque<Millis>)>);

impl Spoken {
    fn may_speak(&mut self, rate: ChatRate, speaker: Speaker, now: Millis) -> bool {
        for (_, spoke) in &mut self.0 {
            spoke.retain(|&at| now - at < rate.millis);
        }
        self.0.retain(|(_, spoke)| !spoke.is_empty());
        let index = self.0.iter().position(|(known, _)| *known == speaker).unwrap_or_else(|| {
            self.0.push((speaker, VecDeque::new()));
            self.0.len() - 1
        });
        let spoke = &mut self.0[index].1;
        let may = spoke.len() < rate.most;
        if may {
            spoke.push_back(now);
        }
        may
    }
}

impl Room {
    /// Whether a seat, or else whoever looks on through a connection, has not said too much lately.
    pub fn check_pace(
        &mut self,
        rate: ChatRate,
        id: Option<ConnectionId>,
        seat: Option<Seat>,
        now: Millis,
    ) -> Result<(), Refused> {
        let from = id.and_then(|id| self.connections.get(&id)?.from);
        let speaker = match (seat, from) {
            (Some(seat), _) => Speaker::Seat(seat),
            (None, Some(address)) => Speaker::Address(address),
            (None, None) => Speaker::Connection(id),
        };
        let may = self.spoken.may_speak(rate, speaker, now);
        if may { Ok(()) } else { Err(refused(Code::TooFast, "so much talk: wait a few seconds")) }
    }
}
