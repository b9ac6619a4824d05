//! What a client knows of its table, and whether anything can still happen there without a person.

use menagerie_wire::TableView;
use menagerie_wire::table::{Player, Stage, Table, TimeControl};

/// What a client knows of its table.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableKnowledge {
    /// The last known version.
    pub(crate) version: u32,
    /// The seat it plays.
    pub(crate) seat: Option<String>,
    /// The last view.
    pub(crate) seen: Option<TableView>,
    /// The stage of the table.
    pub(crate) stage: Option<Stage>,
    /// The seats of people, and all seats.
    pub(crate) people: Vec<String>,
    pub(crate) seats: Vec<String>,
    /// Whether the table has a time control.
    pub(crate) has_clock: bool,
    /// The turn of the last log entry.
    pub(crate) turn: u32,
    /// Whether it has voted for a rematch.
    pub(crate) asked_again: bool,
    /// Whether it is idle and lets its flag fall.
    pub(crate) idle: bool,
}

impl TableKnowledge {
    /// Takes what a message says of the table.
    pub(crate) fn hear_table(&mut self, table: &Table) {
        self.stage = Some(table.stage);
        self.has_clock = table.clock != TimeControl::None;
        self.seats = table.seats.iter().map(|info| info.seat.clone()).collect();
        let people = table.seats.iter().filter(|info| matches!(info.player, Player::Person { .. }));
        self.people = people.map(|info| info.seat.clone()).collect();
    }

    /// What is due without any person: a computer player's action, a draw of chance, the fall of a flag. `None` if the
    /// table is at rest.
    pub(crate) fn due(&self) -> Option<String> {
        let Some(seen) = &self.seen else { return Some("the first view".to_owned()) };
        if seen.ended.is_some() || matches!(self.stage, Some(Stage::Waiting | Stage::Closed)) {
            return None;
        }
        let (actor, version) = (&seen.actor, self.version);
        if self.people.contains(actor) {
            return self.has_clock.then(|| format!("version {version}: the fall of {actor}'s flag"));
        }
        Some(format!("version {version}: an action of {actor}"))
    }
}
