//! The tables of this browser, and everything that comes in.

use std::collections::BTreeMap;

use menagerie_record::dice::Secret;
use menagerie_table::refusal::refused;
use menagerie_table::secret::Entropy;
use menagerie_wire::{Code, Refused, ToClient};

use crate::create::rematch_of;
use crate::saved::SavedTable;
use crate::table::LocalTable;
use crate::{Input, Output, client, json, puzzle_calls};

/// A server for one browser.
pub struct LocalServer {
    pub(crate) tables: BTreeMap<String, LocalTable>,
    /// Secrets that were committed to, by the ids of their commitments.
    pub(crate) commitments: BTreeMap<String, Secret>,
    /// The tables of the open `WebSocket`s.
    sockets: BTreeMap<u32, String>,
    pub(crate) entropy: Entropy,
}

impl LocalServer {
    /// A server without tables.
    pub fn new(entropy: Entropy) -> Self {
        Self { tables: BTreeMap::new(), commitments: BTreeMap::new(), sockets: BTreeMap::new(), entropy }
    }

    /// Takes a message at this time, in milliseconds since 1970.
    pub fn take(&mut self, input: Input, now: i64) -> Vec<Output> {
        let mut out = match input {
            Input::Request(request) => self.answer(&request, now),
            Input::Open { socket, table } => self.open(socket, table),
            Input::Message { socket, text } => self.message(socket, &text, now),
            Input::Close { socket } => self.close(socket, now),
            Input::Found { table, version, reply } => {
                self.tables.get_mut(&table).map(|table| table.found(version, reply, now)).unwrap_or_default()
            }
            Input::Progress { table, version, thought } => {
                self.tables.get(&table).map(|table| table.progress(version, thought)).unwrap_or_default()
            }
            Input::Tick => Vec::new(),
            Input::Courses { courses } => {
                pass_in(courses);
                Vec::new()
            }
            Input::Puzzles { game, rules, puzzles } => {
                puzzle_calls::pass_in(game, rules, &puzzles);
                Vec::new()
            }
            Input::Restore { tables, replace } => {
                tables.iter().flat_map(|saved| self.restore(saved, replace, now)).collect()
            }
        };
        out.extend(self.settle(now));
        out
    }

    /// Takes a table that the page kept. One that no longer makes sense is left out; the page still has what it kept.
    fn restore(&mut self, saved: &str, replace: bool, now: i64) -> Vec<Output> {
        let Ok(saved) = json::read::<SavedTable>(saved) else { return Vec::new() };
        let known = self.tables.get(&saved.id).map(|table| table.saved.events.len());
        if !replace && known.is_some_and(|known| known >= saved.events.len()) {
            return Vec::new();
        }
        let Ok(table) = LocalTable::open(saved, now) else { return Vec::new() };
        let id = table.saved.id.clone();
        self.tables.insert(id.clone(), table);
        self.sockets.extract_if(.., |_, table| *table == id).map(|(socket, _)| Output::Closed { socket }).collect()
    }

    fn open(&mut self, socket: u32, table: String) -> Vec<Output> {
        if self.tables.contains_key(&table) {
            self.sockets.insert(socket, table);
            return Vec::new();
        }
        vec![told(socket, no_table()), Output::Closed { socket }]
    }

    fn message(&mut self, socket: u32, text: &str, now: i64) -> Vec<Output> {
        let Some(table) = self.sockets.get(&socket).and_then(|id| self.tables.get_mut(id)) else { return Vec::new() };
        match client::read(text) {
            Ok(Some(message)) => table.receive(socket, message, now),
            Ok(None) => vec![told(socket, refused(Code::NotNow, "nobody else is at a table of this browser"))],
            Err(error) => vec![told(socket, refused(Code::Malformed, error.to_string()))],
        }
    }

    fn close(&mut self, socket: u32, now: i64) -> Vec<Output> {
        let Some(id) = self.sockets.remove(&socket) else { return Vec::new() };
        self.tables.get_mut(&id).map(|table| table.disconnect(socket, now)).unwrap_or_default()
    }

    /// What is due at any table: events, rematches, searches, and when to look again. Only tables that are looked at go on,
    /// as on a server.
    fn settle(&mut self, now: i64) -> Vec<Output> {
        let mut out = Vec::new();
        let looked_at: Vec<String> = self.sockets.values().cloned().collect();
        for id in looked_at {
            let Some(table) = self.tables.get_mut(&id) else { continue };
            out.extend(table.settle(now));
            out.extend(table.thinks(&self.entropy, now));
            if let Some(nonces) = table.agreed_rematch() {
                let next = rematch_of(&table.saved, nonces, &self.entropy, now);
                out.extend(table.set_rematch(&next.id, now));
                // A table like one that was played can be opened.
                out.extend(self.add(next, now));
            }
        }
        let wake = self.sockets.values().filter_map(|id| self.tables.get(id)?.next_deadline()).min();
        out.extend(wake.map(|at| Output::Wake { at }));
        out
    }

    /// Adds a table and saves it.
    pub(crate) fn add(&mut self, saved: SavedTable, now: i64) -> Result<Output, Refused> {
        let save = Output::Save { table: Box::new(saved.clone()) };
        let table = LocalTable::open(saved, now)?;
        self.tables.insert(table.saved.id.clone(), table);
        Ok(save)
    }
}

#[cfg(target_family = "wasm")]
fn pass_in(courses: BTreeMap<String, String>) {
    let read = |(game, course): (String, String)| Some((game, json::read(&course).ok()?));
    menagerie_lessons::set_courses(courses.into_iter().filter_map(read).collect());
}

/// Outside a browser the courses are part of the program.
#[cfg(not(target_family = "wasm"))]
fn pass_in(_: BTreeMap<String, String>) {}

pub(crate) fn no_table() -> Refused {
    refused(Code::NotFound, "there is no such table in this browser")
}

fn told(socket: u32, refused: Refused) -> Output {
    // A refusal can always be written.
    let text = serde_json::to_string(&ToClient::Refused { ack: None, refused }).unwrap_or_default();
    Output::Message { socket, text }
}
