//! Facts about seats that all formats need.

use menagerie_game::{GameInfo, Seat, SeatInfo, Shape};

/// A seat's facts; `None` if the game has no such seat.
pub(crate) fn seat_info(info: &GameInfo, seat: Seat) -> Option<&'static SeatInfo> {
    info.seats.get(seat.index())
}

/// Whether a seat sits at the top of the board in its normal orientation: its wedges point down, or
/// it is in the second half of the seats.
pub(crate) fn sits_on_top(info: &GameInfo, seat: Seat) -> bool {
    match seat_info(info, seat).map(|info| info.shape) {
        Some(Shape::WedgeUp) => false,
        Some(Shape::WedgeDown) => true,
        _ => seat.index() * 2 >= info.seats.len(),
    }
}
