//! The lobby: seeks that wait for an opponent.

pub(crate) mod attendance;
pub(crate) mod open_seeks;
