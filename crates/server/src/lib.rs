//! The server.

pub mod clock;
mod refuse;
pub mod room;
pub mod secret;
