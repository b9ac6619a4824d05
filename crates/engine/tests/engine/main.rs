//! The engine from outside.

mod arena;
mod bench;
mod noise;
mod queries;
mod shell;
mod stop;
mod talk;
mod transcripts;
mod views;
