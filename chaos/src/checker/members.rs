//! Accounts, matches over the API for bots, imports, and ratings against the store.

mod load;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use menagerie_store::{Event, Rating};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::{CheckResult, Finding, Kind};
use crate::members::{MemberLog, Moves};
pub(crate) use load::read;

/// What the store has of the members.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemberStore {
    /// The ratings of each account, by key.
    pub(crate) accounts: BTreeMap<String, Vec<(String, Rating)>>,
    pub(crate) tables: BTreeMap<String, MemberTable>,
    /// The tables whose match was rated, in the order of their rating.
    pub(crate) rated: Vec<String>,
    /// The tables whose match is still to be rated.
    pub(crate) queue: Vec<String>,
}

/// A table of members, or an imported one.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemberTable {
    /// The rating key of its game.
    pub(crate) key: String,
    pub(crate) rated: bool,
    /// The seats with the names of their accounts.
    pub(crate) seats: Vec<(String, Option<String>)>,
    pub(crate) events: Vec<Event>,
    /// The scores in order of play, once the match is over.
    pub(crate) scores: Option<Vec<f64>>,
}

/// Compares everything that was acknowledged to members with the store.
pub(crate) fn check(log: &MemberLog, store: &MemberStore, check_result: &mut CheckResult) {
    let mut found: Vec<(Kind, Option<String>, String)> = Vec::new();
    for (name, _) in log.accounts.iter().filter(|(name, _)| !store.accounts.contains_key(name)) {
        found.push((Kind::Lost, None, format!("the account {name} was registered and is not there")));
    }
    for ((table, account), moves) in &log.moves {
        let wrong = store
            .tables
            .get(table)
            .map_or_else(|| Some((Kind::Lost, "no such table".to_owned())), |it| moves_of(it, account, moves));
        found.extend(wrong.map(|(kind, why)| (kind, Some(table.clone()), format!("{account}: {why}"))));
    }
    for (table, lists) in &log.streamed {
        let events = store.tables.get(table).map_or(&[][..], |it| &it.events);
        let actions: Vec<&str> =
            events.iter().map(|event| event.text.as_str()).filter(|text| !text.starts_with('!')).collect();
        check_result.streamed += lists.len();
        let wrong =
            lists.iter().find(|list| list.len() > actions.len() || list.iter().zip(&actions).any(|(a, b)| a != b));
        found.extend(wrong.map(|list| (Kind::View, Some(table.clone()), format!("a stream listed {list:?}"))));
    }
    for (imported, original) in &log.imports {
        found.extend(imported_wrongly(store, imported, original).map(|why| (Kind::Lost, Some(imported.clone()), why)));
    }
    found.extend(ratings(store).into_iter().map(|why| (Kind::Rating, None, why)));
    check_result.accounts += log.accounts.len();
    check_result.imports += log.imports.len();
    check_result.rated += store.rated.len();
    let finding = |(kind, table, detail)| Finding { kind, table, seat: None, detail };
    check_result.findings.extend(found.into_iter().map(finding));
}

/// Acknowledged moves are in the log in their order, and the log has no more moves than were sent.
fn moves_of(table: &MemberTable, account: &str, moves: &Moves) -> Option<(Kind, String)> {
    let seat = table.seats.iter().find(|(_, name)| name.as_deref() == Some(account)).map(|(seat, _)| seat);
    let own = table.events.iter().filter(|event| Some(&event.by) == seat && !event.text.starts_with('!'));
    let own: Vec<&str> = own.map(|event| event.text.as_str()).collect();
    let mut rest = own.iter();
    if let Some(lost) = moves.done.iter().find(|done| !rest.any(|event| event == done)) {
        return Some((Kind::Lost, format!("the move {lost} was acknowledged; the log has {own:?}")));
    }
    let more = own.len() > moves.sent;
    more.then(|| (Kind::Doubled, format!("{} moves in the log, {} were sent", own.len(), moves.sent)))
}

/// Why an imported table does not hold its record.
fn imported_wrongly(store: &MemberStore, imported: &str, original: &str) -> Option<String> {
    let texts = |id: &str| {
        let events = &store.tables.get(id)?.events;
        Some(events.iter().map(|event| event.text.clone()).collect::<Vec<_>>())
    };
    match (texts(imported), texts(original)) {
        (Some(copy), Some(record)) if copy == record => None,
        (None, _) => Some("the import was acknowledged, and the table is not there".to_owned()),
        (Some(copy), record) => Some(format!("the imported table holds {copy:?} instead of {record:?}")),
    }
}

/// Every rated match that is over counts exactly once: the ratings are computed again from the results.
fn ratings(store: &MemberStore) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut expected: BTreeMap<(&str, &str), (Glicko2Rating, u32)> = BTreeMap::new();
    for id in &store.rated {
        let Some(table) = store.tables.get(id) else { continue };
        let (Some([first, second]), [(_, Some(one)), (_, Some(other))]) = (table.scores.as_deref(), &table.seats[..])
        else {
            wrong.push(format!("table {id} was rated, but has no result of two accounts"));
            continue;
        };
        let outcome = match first.total_cmp(second) {
            std::cmp::Ordering::Greater => Outcomes::WIN,
            std::cmp::Ordering::Less => Outcomes::LOSS,
            std::cmp::Ordering::Equal => Outcomes::DRAW,
        };
        let before = |name| expected.get(&(name, table.key.as_str())).map_or((Glicko2Rating::new(), 0), |it| *it);
        let (before_one, before_other) = (before(one.as_str()), before(other.as_str()));
        let (after_one, after_other) = glicko2(&before_one.0, &before_other.0, &outcome, &Glicko2Config::new());
        expected.insert((one, &table.key), (after_one, before_one.1 + 1));
        expected.insert((other, &table.key), (after_other, before_other.1 + 1));
    }
    for (id, table) in &store.tables {
        let times = store.rated.iter().filter(|rated| *rated == id).count();
        let due = usize::from(table.rated && table.scores.is_some());
        if times != due {
            wrong.push(format!("the match of table {id} counts {times} times instead of {due}"));
        }
    }
    wrong.extend(store.queue.iter().map(|id| format!("the match of table {id} still waits for its rating")));
    for (name, ratings) in &store.accounts {
        for (key, rating) in ratings {
            let known = expected.remove(&(name.as_str(), key.as_str()));
            let fits =
                known.is_some_and(|(value, games)| games == rating.games && (value.rating - rating.value).abs() < 1e-6);
            if !fits {
                let stored = format!("{:.3} after {} games", rating.value, rating.games);
                let computed = known.map(|(value, games)| format!("{:.3} after {games} games", value.rating));
                wrong.push(format!("{name}'s rating in {key} is {stored}; its matches give {computed:?}"));
            }
        }
    }
    wrong.extend(expected.keys().map(|(name, key)| format!("{name} has no rating in {key}")));
    wrong
}
