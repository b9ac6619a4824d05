//! What follows from a game's seats for every drawing.

use menagerie_game::{GameInfo, Seat, SeatInfo, Shape};

/// A seat's facts; none for a number that the game does not have.
pub(crate) fn seat_info(info: &GameInfo, seat: Seat) -> Option<&'static SeatInfo> {
    info.seats.get(seat.index())
}

/// Whether a seat sits at the top of a board that is not flipped: its wedges point down, or else it belongs to the later
/// half of the seats.
pub(crate) fn sits_on_top(info: &GameInfo, seat: Seat) -> bool {
    match seat_info(info, seat).map(|info| info.shape) {
        Some(Shape::WedgeUp) => false,
        Some(Shape::WedgeDown) => true,
        _ => seat.index() * 2 >= info.seats.len(),
    }
}
