//! Presence at other nodes: who is connected to this table there.

use menagerie_game::{Seat, insertion_sort_by_key};

use super::{Delivery, LiveTable};
use crate::clock::Millis;

/// Those who are connected through one other node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RemotePresence {
    /// The seats they play.
    pub seats: Vec<Seat>,
    /// How many look on.
    pub watching: u32,
}

impl LiveTable {
    /// A node says who is connected through it; everybody is told if that changes how the table looks.
    pub fn set_remote_presence(&mut self, node: &str, there: RemotePresence, now: Millis) -> Vec<Delivery> {
        let nobody = there == RemotePresence::default();
        let before = if nobody {
            self.remote_presence.remove(node)
        } else {
            self.remote_presence.insert(node.to_owned(), there)
        };
        let before = before.unwrap_or_default();
        if before == self.remote_presence.get(node).cloned().unwrap_or_default() {
            return Vec::new();
        }
        for seat in before.seats {
            self.mark_absent(seat, now);
        }
        let back: Vec<Seat> =
            self.absent_since.iter().map(|(seat, _)| *seat).filter(|&seat| self.is_here(seat)).collect();
        self.absent_since.retain(|(seat, _)| !back.contains(seat));
        self.broadcast_table(now)
    }

    /// The seats that are connected here, and how many look on.
    pub fn connected(&self) -> (Vec<Seat>, u32) {
        let mut seats: Vec<Seat> = self.connections.values().flat_map(|it| it.seats.iter().copied()).collect();
        insertion_sort_by_key(&mut seats, |&seat| seat);
        seats.dedup();
        let watching = self.connections.values().filter(|it| it.seats.is_empty()).count();
        (seats, watching as u32)
    }

    /// A connection of this seat has ended; the seat is gone if there is no other.
    pub(super) fn mark_absent(&mut self, seat: Seat, now: Millis) {
        if !self.is_here(seat) {
            self.absent_since.retain(|&(gone, _)| gone != seat);
            self.absent_since.push((seat, now));
        }
    }
}
