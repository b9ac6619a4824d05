//! A connection opens: it gets what it missed, or everything.

use std::collections::BTreeMap;
use std::net::IpAddr;

use menagerie_game::Seat;
use menagerie_wire::{Alliance, Code, Form, Refused, Said, ToClient};

use super::{Connection, ConnectionId, Room, Tell};
use crate::clock::Millis;
use crate::refusal::refused;
use crate::seat_view::{Eyes, opened};
use crate::secret::Digest;
use crate::snapshot::RecentLog;

/// A client that missed more than this gets everything: it is not much more by then.
const LONGEST_TAIL: u32 = 20;

/// The first message of a connection.
#[derive(Clone, Debug, Default)]
pub struct Hello {
    /// The digests of the tokens it gave.
    pub tokens: Vec<Digest>,
    /// The account it signed in with, for programs: they play the account's seat.
    pub account: Option<String>,
    /// The last version it has seen.
    pub since: Option<u32>,
    /// What it wants to hear.
    pub form: Form,
    /// The name that a spectator goes by.
    pub name: Option<String>,
    /// The client's name for itself, the same on all its connections.
    pub client: Option<String>,
    /// Where it comes from.
    pub from: Option<IpAddr>,
    /// Whether it needs the whole log at once, however long: a program that is told all moves.
    pub whole_log: bool,
}

impl Room {
    /// A connection opens. Whoever gives a token must give a right one.
    pub fn connect(&mut self, id: ConnectionId, hello: &Hello, now: Millis) -> Result<Vec<Tell>, Refused> {
        let mut seats = self.table.seats_of(&hello.tokens);
        if seats.len() < hello.tokens.len() {
            return Err(refused(Code::NotAllowed, "a token is not one of this table; leave it out to look on"));
        }
        seats.extend(hello.account.as_deref().and_then(|name| self.table.seat_of_account(name)));
        let mut tells = Vec::new();
        let arrived = seats.iter().any(|&seat| !self.is_here(seat)) || seats.is_empty();
        self.arrive(id, Connection::new(seats, hello));
        let caught_up = hello.since.and_then(|since| self.tail(id, since, now));
        if let Some(tail) = caught_up {
            tells.extend(tail);
        } else {
            tells.push(self.full(id, now));
            tells.extend(self.known_alliances(id));
        }
        if arrived {
            tells.extend(self.tell_table(now));
        } else {
            let message = ToClient::Table { table: Box::new(self.shown_table(now)) };
            tells.push(Tell { to: vec![id], message });
        }
        Ok(tells)
    }

    /// Everything that this connection may know.
    pub fn full(&self, id: ConnectionId, now: Millis) -> Tell {
        let connection = &self.connections[&id];
        let eyes = self.eyes(connection, &*self.game);
        Tell { to: vec![id], message: self.full_for(eyes, self.recent_log(eyes), self.heard(connection), now) }
    }

    /// Everything that such eyes may know, with their log and what was said to them.
    pub(super) fn full_for(&self, eyes: Eyes, log: RecentLog, talk: Vec<Said>, now: Millis) -> ToClient {
        let RecentLog { earlier, entries: log } = log;
        ToClient::Full {
            version: self.version(),
            table: Box::new(self.shown_table(now)),
            seen: Box::new(self.seen(&*self.game, eyes, now)),
            earlier,
            log,
            talk,
        }
    }

    /// The events since a version, if there are few and nothing else was missed.
    fn tail(&self, id: ConnectionId, since: u32, now: Millis) -> Option<Vec<Tell>> {
        let connection = self.connections.get(&id)?;
        let missed = self.version().checked_sub(since)?;
        // A shared screen is covered when it comes back.
        let shared = self.info().hidden && connection.seats.len() > 1;
        if missed > LONGEST_TAIL || shared || self.talked_since(connection, since) {
            return None;
        }
        let mut tells = Vec::new();
        let logs = opened(self.eyes(connection, &*self.game).logs, &*self.game);
        let told = self.journal(logs, since, |entry, game| {
            let seen = Box::new(self.seen(game, self.eyes(connection, game), now));
            let message = ToClient::Event { version: entry.version, entry, seen };
            tells.push(Tell { to: vec![id], message });
        });
        told.ok().map(|()| tells)
    }

    /// Whether words may have been missed too: they have no versions. Only words that this connection may hear count, so
    /// that nobody learns of others' private talk by the shape of an answer.
    fn talked_since(&self, connection: &Connection, version: u32) -> bool {
        let seen_at = version.checked_sub(1).and_then(|last| self.log.get(last as usize)).map_or(0, |noted| noted.at);
        let words = self.heard(connection).last().map_or(0, |said| said.at);
        let known = |step: &&Alliance| self.knows_of(connection, step);
        let steps = self.alliances.iter().rev().find(known).map_or(0, |step| step.at);
        words.max(steps) > 0 && words.max(steps) >= seen_at
    }

    /// What was missed here, as it is told: whoever would be told very much of it at once is told everything instead, which fits
    /// into what may wait for a connection. Each is judged by what it hears itself, so that nobody learns how much others do.
    pub fn condense(&self, mut tells: Vec<Tell>, now: Millis) -> Vec<Tell> {
        let mut told: BTreeMap<ConnectionId, u32> = BTreeMap::new();
        for id in tells.iter().flat_map(|tell| &tell.to) {
            *told.entry(*id).or_default() += 1;
        }
        told.retain(|_, number| *number > LONGEST_TAIL);
        if told.is_empty() {
            return tells;
        }
        for tell in &mut tells {
            tell.to.retain(|id| !told.contains_key(id));
        }
        tells.retain(|tell| !tell.to.is_empty());
        let behind: Vec<ConnectionId> = told.into_keys().collect();
        tells.extend(self.tell_everything_to(&behind, now));
        tells
    }

    /// Somebody at a shared screen has lifted the cover.
    pub fn uncover(&mut self, id: ConnectionId, seat: Seat, now: Millis) -> Tell {
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.uncovered = Some(seat);
        }
        self.full(id, now)
    }
}
