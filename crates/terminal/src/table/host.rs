//! Where the match is played.

use crate::command::Command;
use crate::engine::Thought;
use crate::local::LocalTable;
use crate::remote::RemoteTable;
use crate::sight::{Sight, Wish};

/// Who runs the match.
pub(crate) enum Host {
    /// This program.
    Local(Box<LocalTable>),
    /// A server.
    Remote(Box<RemoteTable>),
}

impl Host {
    pub(crate) fn sight(&self) -> Sight {
        match self {
            Self::Local(table) => table.sight(),
            Self::Remote(table) => table.sight(),
        }
    }

    pub(crate) fn begin(&mut self) -> Vec<Command> {
        match self {
            Self::Local(table) => table.advance(),
            Self::Remote(table) => table.begin(),
        }
    }

    pub(crate) fn wish(&mut self, wish: Wish) -> Result<Vec<Command>, String> {
        match self {
            Self::Local(table) => table.wish(wish),
            Self::Remote(table) => table.wish(wish),
        }
    }

    /// Time goes by.
    pub(crate) fn tick(&mut self, millis: i64) -> Vec<Command> {
        match self {
            Self::Local(table) => table.tick(millis),
            Self::Remote(table) => {
                table.tick(millis);
                Vec::new()
            }
        }
    }

    pub(crate) fn hear(&mut self, thought: &Thought) -> Vec<Command> {
        match self {
            Self::Local(table) => table.hear(thought),
            Self::Remote(_) => Vec::new(),
        }
    }

    pub(crate) fn awaits(&self, id: u64) -> bool {
        match self {
            Self::Local(table) => table.awaits(id),
            Self::Remote(table) => table.awaits(id),
        }
    }

    /// The name of the seat that decides in the position that is looked at, where the match is here.
    pub(crate) fn seat_to_move(&self) -> Option<&'static str> {
        match self {
            Self::Local(table) => table.seat_there(),
            Self::Remote(_) => None,
        }
    }
}
