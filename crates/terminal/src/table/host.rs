//! The host of a match: this program or a server.

use crate::command::Command;
use crate::engine::EngineReport;
use crate::intent::Intent;
use crate::local::LocalTable;
use crate::remote::RemoteTable;
use crate::table_view::TableView;

/// The side that runs the match.
pub(crate) enum Host {
    /// This program.
    Local(Box<LocalTable>),
    /// A server.
    Remote(Box<RemoteTable>),
}

impl Host {
    pub(crate) fn view(&self) -> TableView {
        match self {
            Self::Local(table) => table.view(),
            Self::Remote(table) => table.view(),
        }
    }

    pub(crate) fn begin(&mut self) -> Vec<Command> {
        match self {
            Self::Local(table) => table.advance(),
            Self::Remote(table) => table.begin(),
        }
    }

    pub(crate) fn handle(&mut self, intent: Intent) -> Result<Vec<Command>, String> {
        match self {
            Self::Local(table) => table.handle(intent),
            Self::Remote(table) => table.handle(intent),
        }
    }

    /// Advances the time.
    pub(crate) fn tick(&mut self, millis: i64) -> Vec<Command> {
        match self {
            Self::Local(table) => table.tick(millis),
            Self::Remote(table) => {
                table.tick(millis);
                Vec::new()
            }
        }
    }

    pub(crate) fn on_engine_report(&mut self, report: &EngineReport) -> Vec<Command> {
        match self {
            Self::Local(table) => table.on_engine_report(report),
            Self::Remote(_) => Vec::new(),
        }
    }

    pub(crate) fn is_current_search(&self, id: u64) -> bool {
        match self {
            Self::Local(table) => table.is_current_search(id),
            Self::Remote(table) => table.is_current_search(id),
        }
    }

    /// The name of the acting seat in the viewed position, for a match at this terminal.
    pub(crate) fn seat_to_move(&self) -> Option<&'static str> {
        match self {
            Self::Local(table) => table.viewed_seat_to_move(),
            Self::Remote(_) => None,
        }
    }
}
