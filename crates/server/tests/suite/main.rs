//! The server as its clients know it: over HTTP without a socket, and over WebSocket with one.

mod common;
mod play;
