//! The rulings R1 to R50, by their subjects.

mod chess;
#[path = "../common/mod.rs"]
mod common;
mod effects;
mod fates;
mod kinds;
