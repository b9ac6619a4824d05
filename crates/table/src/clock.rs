//! Clocks as clients are told of them; they are reckoned in `menagerie-match`.

use menagerie_game::{GameInfo, SeatSet};
use menagerie_wire::table::Clocks;

pub use menagerie_match::{Clock, Millis};

/// What clients show.
pub(crate) fn shown(clock: &Clock, now: Millis, seats: SeatSet, info: &GameInfo) -> Clocks {
    let faces = clock.faces(now, seats);
    let byoyomi = faces.iter().any(|face| face.periods > 0);
    Clocks {
        running: clock.running().map(|seat| info.seat_name(seat).to_owned()),
        left: faces.iter().map(|face| face.left).collect(),
        periods: if byoyomi { faces.iter().map(|face| face.periods).collect() } else { Vec::new() },
    }
}
