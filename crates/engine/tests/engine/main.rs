//! Tests of the engine through its public interface.

mod arena;
mod bench;
mod eval_file;
mod queries;
mod random_input;
mod shell;
mod stop;
mod talk;
mod transcripts;
mod views;
