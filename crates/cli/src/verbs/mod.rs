//! One file per verb: its arguments, its help, what it does.

pub(crate) mod actions;
pub(crate) mod apply;
pub(crate) mod backup;
pub(crate) mod completions;
pub(crate) mod console;
pub(crate) mod convert;
pub(crate) mod data;
mod database_lock;
pub(crate) mod engine;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod inspect;
pub(crate) mod r#match;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod playouts;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod verify;
pub(crate) mod view;
pub(crate) mod worker;
