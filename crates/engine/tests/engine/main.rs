//! The engine from outside.

mod arena;
mod bench;
mod noise;
mod queries;
mod talk;
mod transcripts;
mod views;
