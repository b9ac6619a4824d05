//! Compares what a database holds after a power loss with what the server had acknowledged. A pure function.

use std::collections::{BTreeMap, BTreeSet};

use menagerie_game::Actor;
use menagerie_store::TokenHash;

use crate::contents::{Contents, TableContents};
use crate::disk::Nanos;
use crate::error::RunError;
use crate::promises::{Fact, Promise};

/// A fault of the database after a power loss.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Finding {
    #[error("acknowledged and lost: {0:?}")]
    Lost(Fact),
    #[error("the database cannot be opened: {0}")]
    CannotOpen(String),
    #[error("the database is damaged: {0}")]
    Damaged(String),
    #[error("table {table}: {what}")]
    Table { table: String, what: &'static str },
}

/// What really happened: the contents of the database after the run.
pub(crate) struct Truth(BTreeMap<String, TrueTable>);

struct TrueTable {
    contents: TableContents,
    /// The lengths that the log had between two appends.
    lengths: BTreeSet<usize>,
}

impl Truth {
    /// Replays every log.
    pub(crate) fn new(contents: Contents) -> Result<Self, RunError> {
        let tables = contents.tables.into_iter().map(|(id, contents)| {
            let lengths = lengths(&contents).map_err(|why| RunError::Replay { table: id.clone(), why })?;
            Ok((id, TrueTable { contents, lengths }))
        });
        Ok(Self(tables.collect::<Result<_, RunError>>()?))
    }

    /// The number of events in all logs.
    pub(crate) fn events(&self) -> usize {
        self.0.values().map(|table| table.contents.events.len()).sum()
    }

    pub(crate) fn tables(&self) -> usize {
        self.0.len()
    }
}

/// Where a log may end. The events of chance are appended together with the event before them, so a log does not end
/// where chance acts.
fn lengths(table: &TableContents) -> Result<BTreeSet<usize>, String> {
    let mut game =
        menagerie_record::begin(&table.game, Some(&table.start)).map_err(|error| format!("the start: {error}"))?;
    let mut lengths = BTreeSet::from([0]);
    for (number, (text, ..)) in (1..).zip(&table.events) {
        game.try_event(text).map_err(|refusal| format!("event {number}, {text}: {refusal}"))?;
        if game.end().is_some() || game.position().actor() != Actor::Chance {
            lengths.insert(number);
        }
    }
    Ok(lengths)
}

/// The faults of a database after a power loss at this moment, and the number of facts that had to be there.
pub(crate) fn check(
    contents: &Contents,
    promises: &[Promise],
    truth: &Truth,
    cut: Nanos,
) -> (Vec<Finding>, Vec<&'static str>) {
    let due: Vec<_> = promises.iter().filter(|promise| promise.holds_at(cut)).map(|promise| &promise.fact).collect();
    let lost = due.iter().filter(|fact| !holds(contents, fact)).map(|fact| Finding::Lost((*fact).clone()));
    let damage = contents.damage.iter().map(|what| Finding::Damaged(what.clone()));
    let tables = contents.tables.iter().filter_map(|(id, table)| {
        let what = fault(table, truth.0.get(id)?)?;
        Some(Finding::Table { table: id.clone(), what })
    });
    let unknown = contents.tables.keys().filter(|id| !truth.0.contains_key(*id));
    let unknown = unknown.map(|id| Finding::Table { table: id.clone(), what: "it never existed" });
    (lost.chain(damage).chain(tables).chain(unknown).collect(), due.into_iter().map(Fact::kind).collect())
}

fn holds(contents: &Contents, fact: &Fact) -> bool {
    let table = |id: &String| contents.tables.get(id);
    match fact {
        Fact::Seat { table: id, seat, token } => {
            let taken = (seat.clone(), Some(TokenHash::of(token)));
            table(id).is_some_and(|table| table.seats.contains(&taken))
        }
        Fact::Event { table: id, number, text } => {
            table(id).and_then(|table| table.events.get(number - 1)).is_some_and(|event| event.0 == *text)
        }
        Fact::Length { table: id, events } => table(id).is_some_and(|table| table.events.len() >= *events),
        Fact::Over { table: id } => table(id).is_some_and(|table| table.is_over),
        Fact::Chat { table: id, text } => table(id).is_some_and(|table| table.chat.contains(text)),
        Fact::Account { name } => contents.accounts.contains(name),
        Fact::Session { token } => contents.sessions.contains(token),
        Fact::NoSession { token } => !contents.sessions.contains(token),
        Fact::ApiToken { token } => contents.api_tokens.contains(token),
        Fact::NoApiToken { token } => !contents.api_tokens.contains(token),
        Fact::Stars { name, game, level, stars } => {
            let key = (name.clone(), game.clone(), level.clone());
            contents.stars.get(&key).is_some_and(|found| found >= stars)
        }
    }
}

/// A table may be older than the truth, but nothing else.
fn fault(table: &TableContents, truth: &TrueTable) -> Option<&'static str> {
    let TrueTable { contents, lengths } = truth;
    if !table.is_numbered {
        return Some("its log has a gap");
    }
    if !contents.events.starts_with(&table.events) {
        return Some("its log is not the beginning of the true log");
    }
    if !lengths.contains(&table.events.len()) {
        return Some("its log ends with a part of an append");
    }
    if table.is_over != (contents.is_over && table.events.len() == contents.events.len()) {
        return Some("its result and its log contradict each other");
    }
    if !table.chat.is_subset(&contents.chat) {
        return Some("its chat has a message that nobody wrote");
    }
    (table.game != contents.game || table.start != contents.start).then_some("it has another game")
}

#[cfg(test)]
mod tests;
