//! The server as its clients know it: over HTTP without a socket, and over WebSocket with one.

mod accounts;
mod again;
mod bad_input;
mod clocks;
mod cluster;
mod common;
mod computers;
mod editor;
mod hidden;
mod invitations;
mod killing;
mod openapi;
mod operations;
mod play;
mod program;
mod records;
mod room;
mod services;
mod shared_screen;
mod sync;
mod talk;
mod threats;
