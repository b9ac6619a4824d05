//! Presence at other nodes: who is connected to this table there.

use menagerie_game::Seat;

use super::{Room, Tell};
use crate::clock::Millis;

/// Those who are connected through one other node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RemotePresence {
    /// The seats they play.
    pub seats: Vec<Seat>,
    /// How many look on.
    pub watching: u32,
}

impl Room {
    /// A node says who is connected through it; everybody is told if that changes how the table looks.
    pub fn hear_of(&mut self, node: &str, there: RemotePresence, now: Millis) -> Vec<Tell> {
        let nobody = there == RemotePresence::default();
        let before = if nobody { self.elsewhere.remove(node) } else { self.elsewhere.insert(node.to_owned(), there) };
        let before = before.unwrap_or_default();
        if before == self.elsewhere.get(node).cloned().unwrap_or_default() {
            return Vec::new();
        }
        for seat in before.seats {
            self.note_gone(seat, now);
        }
        let back: Vec<Seat> = self.gone.iter().map(|(seat, _)| *seat).filter(|&seat| self.is_here(seat)).collect();
        self.gone.retain(|(seat, _)| !back.contains(seat));
        self.tell_table(now)
    }

    /// The seats that are connected here, and how many look on.
    pub fn connected(&self) -> (Vec<Seat>, u32) {
        let mut seats: Vec<Seat> = self.connections.values().flat_map(|it| it.seats.iter().copied()).collect();
        seats.sort_unstable();
        seats.dedup();
        let watching = self.connections.values().filter(|it| it.seats.is_empty()).count();
        (seats, watching as u32)
    }

    /// A connection of this seat has ended; the seat is gone if there is no other.
    pub(super) fn note_gone(&mut self, seat: Seat, now: Millis) {
        if !self.is_here(seat) {
            self.gone.retain(|&(gone, _)| gone != seat);
            self.gone.push((seat, now));
        }
    }
}
