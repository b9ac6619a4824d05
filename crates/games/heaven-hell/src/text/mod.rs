//! Position and view texts (heaven-hell/3).

mod check;
mod fields;
mod pieces;
mod read;
mod tasks;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
