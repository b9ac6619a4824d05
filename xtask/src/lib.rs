//! The parts of xtask that other tools use: running commands, finding programs, and services for tests.

pub mod command;
pub mod services;
pub mod tools;
