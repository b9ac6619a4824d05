//! What the project's chores share with its tools: running programs, installing them, and servers to test with.

pub mod debian;
pub mod services;
pub mod steps;
