//! A server without a network: a browser plays alone with it, also offline.
//!
//! [`LocalServer`] answers the calls of the API and holds tables, with the same messages as the server's WebSocket. It is a
//! pure state machine: an [`Input`] comes in with the time, [`Output`]s come out. Searches run elsewhere, one worker each:
//! `LocalServer` asks for one by [`Output::Think`] and gets its result by [`Input::Found`]. A search gets the view of its
//! seat, as on the server.
//!
//! Reading order: [`message`] (what comes in and goes out), [`server`], [`calls`] and
//! [`puzzle_calls`] (the HTTP calls), [`table`] (a table), [`views`] (questions about any view), [`saved`] (what survives a reload), [`json`] (reading all of that). `abi` is what
//! JavaScript calls; only the WebAssembly build has it.

#[cfg(target_family = "wasm")]
mod abi;
pub mod calls;
mod client;
pub mod create;
pub mod json;
pub mod message;
pub mod puzzle_calls;
pub mod saved;
pub mod search;
pub mod server;
pub mod table;
pub mod views;

pub use message::{Input, Output};
pub use server::LocalServer;
