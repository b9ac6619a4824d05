//! The server as its clients know it: over HTTP without a socket, and over WebSocket with one.

mod accounts;
mod bad_input;
mod clocks;
mod common;
mod computers;
mod hidden;
mod operations;
mod play;
mod program;
mod records;
mod room;
mod shared_screen;
mod sync;
mod talk;
mod threats;
