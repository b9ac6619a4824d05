//! Presence: who is connected, and what the table looks like to them.

use std::net::IpAddr;

use menagerie_game::Seat;
use menagerie_match::EventText;
use menagerie_wire::table::{Player, SeatInfo, Stage, Table, TimeControl};
use menagerie_wire::{ChatMessage, ToClient, ViewFormat};

use super::{ConnectionId, Delivery, LiveTable, SeatAssignment, Subscription};
use crate::clock::Millis;
use crate::open::people;

/// How long a seat may be gone before the others can claim that it has left.
const GRACE: Millis = 60_000;
/// The same without a time control: nobody is in a hurry.
const LONG_GRACE: Millis = 5 * 60_000;

/// An open connection.
#[derive(Clone, Debug, Default)]
pub struct Connection {
    /// The seats whose tokens it gave.
    pub seats: Vec<Seat>,
    /// What it wants to hear.
    pub form: ViewFormat,
    /// The name that a spectator goes by.
    pub(super) name: Option<String>,
    /// At a shared screen: who has lifted the cover.
    pub(super) uncovered: Option<Seat>,
    /// The client's name for itself, the same on all its connections.
    pub(super) client: Option<String>,
    /// Where it comes from.
    pub(super) from: Option<IpAddr>,
    /// Whether it gets the whole log at once.
    pub(super) whole_log: bool,
}

impl Connection {
    /// A connection of these seats.
    pub(super) fn new(seats: Vec<Seat>, hello: &Subscription) -> Self {
        let Subscription { form, name, client, from, whole_log, .. } = hello.clone();
        Self { seats, form, name, client, from, whole_log, uncovered: None }
    }

    /// A program that plays a seat: what it sees it sees alone, so it has no cover to lift.
    pub fn of_program(seat: Seat) -> Self {
        Self { seats: vec![seat], form: ViewFormat::Text, ..Self::default() }
    }
}

impl LiveTable {
    /// A connection was closed.
    pub fn disconnect(&mut self, id: ConnectionId, now: Millis) -> Vec<Delivery> {
        let Some(connection) = self.connections.remove(&id) else { return Vec::new() };
        self.answers.forget(id);
        for seat in connection.seats {
            self.mark_absent(seat, now);
        }
        self.broadcast_table(now)
    }

    /// The accounts whose seats a connection plays, by the tokens it gave or by its own account.
    pub fn accounts_of(&self, id: ConnectionId) -> Vec<String> {
        let seats = self.connections.get(&id).map_or(&[][..], |it| &it.seats);
        seats.iter().filter_map(|&seat| self.table.account_on(seat)).map(str::to_owned).collect()
    }

    /// The address of a connection.
    pub fn address_of(&self, id: ConnectionId) -> Option<IpAddr> {
        self.connections.get(&id)?.from
    }

    /// Whether nobody is connected.
    pub fn is_deserted(&self) -> bool {
        self.connections.is_empty()
    }

    /// Whether a connection is open, on any node: a player's or a spectator's.
    pub fn has_connections(&self) -> bool {
        !self.connections.is_empty() || !self.remote_presence.is_empty()
    }

    /// Whether people still play: otherwise only computers do.
    pub fn has_people(&self) -> bool {
        people(&self.table).any(|seat| self.game.living().contains(seat))
    }

    /// How many connections there are.
    pub fn connection_count(&self) -> usize {
        self.connections.len()
    }

    /// All connections.
    pub fn connection_ids(&self) -> Vec<ConnectionId> {
        self.connections.keys().copied().collect()
    }

    /// The connections of those who hold no seat, on all nodes.
    pub fn watching(&self) -> u32 {
        let here = self.connections.values().filter(|it| it.seats.is_empty()).count() as u32;
        here + self.remote_presence.values().map(|it| it.watching).sum::<u32>()
    }

    /// Whether a connection of this seat is open, on any node.
    pub fn is_here(&self, seat: Seat) -> bool {
        self.table.computer(seat).is_some()
            || self.connections.values().any(|it| it.seats.contains(&seat))
            || self.remote_presence.values().any(|it| it.seats.contains(&seat))
    }

    /// Whether a player who sits at the table has a connection at this node; if no seat is taken yet, whether there is any connection.
    pub fn is_attended(&self) -> bool {
        let sits = |chair: &SeatAssignment| matches!(chair.player, Player::Person { .. });
        let nobody_sits = !self.table.seats.iter().any(sits);
        self.connections.values().any(|it| nobody_sits || !it.seats.is_empty())
    }

    /// The same, at any node.
    pub fn is_attended_anywhere(&self) -> bool {
        self.is_attended() || self.remote_presence.values().any(|it| !it.seats.is_empty())
    }

    /// When the others may claim that the acting seat has left; nothing while it is here or has days to think.
    pub fn claimable(&self) -> Option<(Seat, Millis)> {
        let seat = self.acting().filter(|&seat| !self.is_here(seat))?;
        let grace = match self.table.clock {
            TimeControl::Days { .. } => return None,
            TimeControl::None => LONG_GRACE,
            TimeControl::Fischer { .. } | TimeControl::Byoyomi { .. } => GRACE,
        };
        let (_, since) = self.absent_since.iter().find(|(gone, _)| *gone == seat)?;
        Some((seat, since + grace))
    }

    /// Whether the match can be aborted: all seats are in it, and at least one has not acted.
    pub fn can_be_aborted(&self) -> bool {
        let acted = |seat| self.log.iter().any(|it| it.by.seat() == Some(seat) && EventText::of(&it.text).is_action());
        self.game.living() == self.seats() && !self.seats().iter().all(acted)
    }

    /// Tells everybody what the table looks like now.
    pub fn broadcast_table(&self, now: Millis) -> Vec<Delivery> {
        let to = self.connection_ids();
        if to.is_empty() {
            return Vec::new();
        }
        vec![Delivery { to, message: ToClient::Table { table: Box::new(self.shown_table(now)) } }]
    }

    /// The table as everybody may see it.
    pub fn shown_table(&self, now: Millis) -> Table {
        let claimable = self.claimable();
        let seat_info = |chair: &SeatAssignment| SeatInfo {
            seat: self.info().seat_name(chair.seat).to_owned(),
            player: chair.player.clone(),
            here: chair.player != Player::Open && self.is_here(chair.seat),
            claim_in: claimable
                .filter(|&(seat, _)| seat == chair.seat)
                .map(|(_, from)| ((from - now).max(0) as u64).div_ceil(1000) as u32),
        };
        let table = &self.table;
        Table {
            id: table.id.clone(),
            game: table.game.clone(),
            public: table.public,
            rated: table.rated,
            stage: if self.game.end().is_some() { Stage::Over } else { table.stage },
            seats: table.seats.iter().map(seat_info).collect(),
            clock: table.clock,
            watching: self.watching(),
            commitment: table.commitment.clone(),
            next_commitment: table.next_commitment.clone(),
            rematch: table.rematch.clone(),
            created: table.created,
        }
    }

    /// Takes the connections over from an outdated state of the same table, and tells them everything.
    pub fn take_over(&mut self, outdated: &mut Self, now: Millis) -> Vec<Delivery> {
        self.remote_presence = std::mem::take(&mut outdated.remote_presence);
        self.answers = std::mem::take(&mut outdated.answers);
        self.chat_times = std::mem::take(&mut outdated.chat_times);
        for (id, connection) in std::mem::take(&mut outdated.connections) {
            self.add_connection(id, connection);
        }
        self.broadcast_snapshot(now)
    }

    /// Tells everybody everything; those who see and hear the same together, as the match is played again for each group.
    pub fn broadcast_snapshot(&self, now: Millis) -> Vec<Delivery> {
        self.snapshots_for(&self.connection_ids(), now)
    }

    /// The same for some.
    pub(super) fn snapshots_for(&self, some: &[ConnectionId], now: Millis) -> Vec<Delivery> {
        let mut deliveries = Vec::new();
        for (perspective, ids) in self.audiences() {
            let mut ids = ids.into_iter().filter(|id| some.contains(id)).peekable();
            if ids.peek().is_none() {
                continue;
            }
            let log = self.recent_log(perspective);
            let mut groups: Vec<(Vec<ChatMessage>, Vec<ConnectionId>)> = Vec::new();
            for id in ids {
                let heard = self.chat_for(&self.connections[&id]);
                match groups.iter_mut().find(|(known, _)| *known == heard) {
                    Some((_, together)) => together.push(id),
                    None => groups.push((heard, vec![id])),
                }
            }
            let full =
                |(heard, to)| Delivery { to, message: self.snapshot_message(perspective, log.clone(), heard, now) };
            deliveries.extend(groups.into_iter().map(full));
        }
        deliveries.extend(some.iter().flat_map(|&id| self.alliance_log_for(id)));
        deliveries
    }

    pub(super) fn add_connection(&mut self, id: ConnectionId, connection: Connection) {
        self.absent_since.retain(|(seat, _)| !connection.seats.contains(seat));
        self.connections.insert(id, connection);
    }
}
