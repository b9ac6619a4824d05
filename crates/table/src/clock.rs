//! Clocks as clients see them. `menagerie-match` computes them.

use menagerie_wire::table::Clocks;

pub use menagerie_match::{Clock, Millis};

use crate::LiveTable;

impl LiveTable {
    /// What clients show.
    pub(crate) fn shown_clocks(&self, now: Millis) -> Clocks {
        let faces = self.clock.faces(now, self.seats());
        let byoyomi = faces.iter().any(|face| face.periods > 0);
        Clocks {
            running: self.clock.running().map(|seat| self.info().seat_name(seat).to_owned()),
            left: faces.iter().map(|face| face.left).collect(),
            periods: if byoyomi { faces.iter().map(|face| face.periods).collect() } else { Vec::new() },
            first_action_in: self.first_action_due().map(|due| (due - now).max(0)),
        }
    }
}
