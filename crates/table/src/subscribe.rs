//! Subscription: a new connection gets the events since its last version, or a snapshot.

use std::collections::BTreeMap;
use std::net::IpAddr;

use menagerie_game::Seat;
use menagerie_wire::{Alliance, ChatMessage, Code, Refused, ToClient, ViewFormat};

use super::{Connection, ConnectionId, Delivery, LiveTable};
use crate::clock::Millis;
use crate::refusal::refused;
use crate::seat_view::{Perspective, after_end};
use crate::secret::Digest;
use crate::snapshot::RecentLog;

/// A client that missed more than this gets everything: it is not much more by then.
const MAX_TAIL: u32 = 20;

/// The first message of a connection.
#[derive(Clone, Debug, Default)]
pub struct Subscription {
    /// The digests of the tokens it gave.
    pub tokens: Vec<Digest>,
    /// The account whose seat it plays, besides those of its tokens.
    pub account: Option<String>,
    /// The last version it has seen.
    pub since: Option<u32>,
    /// What it wants to hear.
    pub form: ViewFormat,
    /// The name that a spectator goes by.
    pub name: Option<String>,
    /// The client's name for itself, the same on all its connections.
    pub client: Option<String>,
    /// Where it comes from.
    pub from: Option<IpAddr>,
    /// Whether it needs the whole log at once, however long: a program that is told all moves.
    pub whole_log: bool,
}

impl LiveTable {
    /// Opens a connection. Each token that it gives must be one of this table.
    pub fn connect(&mut self, id: ConnectionId, hello: &Subscription, now: Millis) -> Result<Vec<Delivery>, Refused> {
        let mut seats = self.table.seats_of(&hello.tokens);
        if seats.len() < hello.tokens.len() {
            return Err(refused(Code::NotAllowed, "a token is not one of this table; leave it out to look on"));
        }
        let of_account = hello.account.as_deref().and_then(|name| self.table.seat_of_account(name));
        seats.extend(of_account.filter(|seat| !seats.contains(seat)));
        let mut deliveries = Vec::new();
        let arrived = seats.iter().any(|&seat| !self.is_here(seat)) || seats.is_empty();
        self.add_connection(id, Connection::new(seats, hello));
        let caught_up = hello.since.and_then(|since| self.events_since(id, since, now));
        if let Some(tail) = caught_up {
            deliveries.extend(tail);
        } else {
            deliveries.push(self.snapshot_for(id, now));
            deliveries.extend(self.alliance_log_for(id));
        }
        if arrived {
            deliveries.extend(self.broadcast_table(now));
        } else {
            let message = ToClient::Table { table: Box::new(self.shown_table(now)) };
            deliveries.push(Delivery { to: vec![id], message });
        }
        Ok(deliveries)
    }

    /// Everything that this connection may know.
    pub fn snapshot_for(&self, id: ConnectionId, now: Millis) -> Delivery {
        let connection = &self.connections[&id];
        let perspective = self.perspective(connection, &*self.game);
        Delivery {
            to: vec![id],
            message: self.snapshot_message(perspective, self.recent_log(perspective), self.chat_for(connection), now),
        }
    }

    /// Everything that such eyes may know, with their log and what was said to them.
    pub(super) fn snapshot_message(
        &self,
        perspective: Perspective,
        log: RecentLog,
        talk: Vec<ChatMessage>,
        now: Millis,
    ) -> ToClient {
        let RecentLog { earlier, entries: log } = log;
        ToClient::Full {
            version: self.version(),
            table: Box::new(self.shown_table(now)),
            seen: Box::new(self.seen(&*self.game, perspective, now)),
            earlier,
            log,
            talk,
        }
    }

    /// The events since a version, if there are few and nothing else was missed.
    fn events_since(&self, id: ConnectionId, since: u32, now: Millis) -> Option<Vec<Delivery>> {
        let connection = self.connections.get(&id)?;
        let missed = self.version().checked_sub(since)?;
        // A shared screen is covered when it comes back.
        let shared = self.info().hidden && connection.seats.len() > 1;
        if missed > MAX_TAIL || shared || self.missed_chat(connection, since) {
            return None;
        }
        let mut deliveries = Vec::new();
        let logs = after_end(self.perspective(connection, &*self.game).logs, &*self.game);
        let told = self.replay_log(logs, since, |entry, game| {
            let seen = Box::new(self.seen(game, self.perspective(connection, game), now));
            let message = ToClient::Event { version: entry.version, entry, seen };
            deliveries.push(Delivery { to: vec![id], message });
        });
        told.ok().map(|()| deliveries)
    }

    /// Whether words may have been missed too: they have no versions. Only words that this connection may hear count, so
    /// that nobody learns of others' private talk by the shape of an answer.
    fn missed_chat(&self, connection: &Connection, version: u32) -> bool {
        let seen_at = version.checked_sub(1).and_then(|last| self.log.get(last as usize)).map_or(0, |logged| logged.at);
        let words = self.chat_for(connection).last().map_or(0, |said| said.at);
        let known = |step: &&Alliance| self.may_know_alliance(connection, step);
        let steps = self.alliances.iter().rev().find(known).map_or(0, |step| step.at);
        words.max(steps) > 0 && words.max(steps) >= seen_at
    }

    /// Replaces a long backlog by a snapshot: a connection that would get more than 20 messages gets one snapshot, which fits
    /// into its queue. The count is per connection, so it discloses nothing about others.
    pub fn collapse_backlog(&self, mut deliveries: Vec<Delivery>, now: Millis) -> Vec<Delivery> {
        let mut told: BTreeMap<ConnectionId, u32> = BTreeMap::new();
        for id in deliveries.iter().flat_map(|tell| &tell.to) {
            *told.entry(*id).or_default() += 1;
        }
        told.retain(|_, number| *number > MAX_TAIL);
        if told.is_empty() {
            return deliveries;
        }
        for tell in &mut deliveries {
            tell.to.retain(|id| !told.contains_key(id));
        }
        deliveries.retain(|tell| !tell.to.is_empty());
        let behind: Vec<ConnectionId> = told.into_keys().collect();
        deliveries.extend(self.snapshots_for(&behind, now));
        deliveries
    }

    /// A player at a shared screen has lifted the cover.
    pub fn uncover(&mut self, id: ConnectionId, seat: Seat, now: Millis) -> Delivery {
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.uncovered = Some(seat);
        }
        self.snapshot_for(id, now)
    }
}
