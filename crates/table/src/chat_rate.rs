//! The rate limit on chat, counted for each speaker, whatever connection the messages come from.

use std::collections::VecDeque;
use std::net::IpAddr;

use menagerie_game::Seat;
use menagerie_wire::{Code, Refused};

use super::{ConnectionId, LiveTable};
use crate::clock::Millis;
use crate::refusal::refused;

/// The default: 5 messages per speaker in 10 seconds. The store enforces it for seats across nodes. This counter stops a
/// flood before it reaches the store, and limits spectators per node, whose addresses the store does not know.
pub const CHAT_RATE: ChatRate = ChatRate { most: 5, millis: 10_000 };

/// A rate limit on chat: at most this many messages of one speaker in this many milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatRate {
    /// The most messages.
    pub most: usize,
    /// The window, in milliseconds.
    pub millis: Millis,
}

/// The key of the limit: a seat, a spectator's address, or a connection without an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Speaker {
    Seat(Seat),
    Address(IpAddr),
    Connection(Option<ConnectionId>),
}

/// When each speaker said something lately.
#[derive(Clone, Debug, Default)]
pub(super) struct ChatTimes(Vec<(Speaker, VecDeque<Millis>)>);

impl ChatTimes {
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

impl LiveTable {
    /// Checks the rate limit of a seat, or of the spectator on a connection.
    pub fn check_chat_rate(
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
        let may = self.chat_times.may_speak(rate, speaker, now);
        if may { Ok(()) } else { Err(refused(Code::TooFast, "too many chat messages: wait a few seconds")) }
    }
}
