//! A group of appends as one statement, for a database server: it reads where the logs end, inserts the events that fit,
//! and sets the deadlines. One statement is one round trip and one transaction; the general way takes five round trips.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use sqlx::{AnyConnection, Row};

use super::{Append, Appended};
use crate::{Histogram, Millis, Result, StoreError, rows};

/// Whether one statement can write the group: it ends no match and has each table once.
pub(super) fn fits(appends: &[Append]) -> bool {
    let mut tables = HashSet::with_capacity(appends.len());
    appends.iter().all(|append| append.result.is_none() && tables.insert(append.table.as_str()))
}

/// Writes a group that [`fits`].
pub(super) async fn write(
    statement: &'static str,
    connection: &mut AnyConnection,
    appends: &[Append],
    commits: &Histogram,
) -> Result<Vec<Result<Appended>>> {
    let begun = Instant::now();
    let row = sqlx::query(statement).bind(parameter(appends)?).fetch_one(connection).await?;
    commits.observe(begun.elapsed());
    let ends: Vec<(String, u32, i64)> = rows::from_json(row.try_get(0)?)?;
    let ends: HashMap<_, _> = ends.into_iter().map(|(table, seq, at)| (table, (seq, Millis(at)))).collect();
    Ok(appends.iter().map(|append| result(append, ends.get(append.table.as_str()))).collect())
}

/// The appends as a JSON list of `[table, expected, deadline, [[text, by], …]]`.
fn parameter(appends: &[Append]) -> Result<String> {
    let mut list: Vec<_> = appends
        .iter()
        .map(|append| {
            let events: Vec<_> = append.events.iter().map(|event| (&event.text, &event.by)).collect();
            (append.table.as_str(), append.expected, append.deadline, events)
        })
        .collect();
    // All nodes insert in the same order, so that they cannot deadlock.
    list.sort_unstable_by_key(|(table, ..)| *table);
    rows::json(&list)
}

/// What became of an append. `end` is where its log ended before it, and the time of its events.
fn result(append: &Append, end: Option<&(u32, Millis)>) -> Result<Appended> {
    let (seq, at) = *end.ok_or(StoreError::NotFound("table"))?;
    if seq != append.expected {
        return Err(StoreError::Conflict);
    }
    Ok(Appended { seq: seq + append.events.len() as u32, at })
}

#[cfg(test)]
mod tests {
    use super::super::tests::append;
    use super::*;
    use crate::table_types::MatchResult;

    #[test]
    fn one_statement_writes_groups_that_have_each_table_once_and_end_no_match() {
        assert!(fits(&[append(1, 4, &["a"]), append(2, 0, &["b"])]));
        assert!(!fits(&[append(1, 4, &["a"]), append(1, 5, &["b"])]));
        let (rule, reason) = ("match/resigned".to_owned(), "black resigned".to_owned());
        let result = Some(MatchResult { scores: Vec::new(), rule, reason, cause: None });
        assert!(!fits(&[Append { result, ..append(1, 4, &["a"]) }]));
    }

    #[test]
    fn an_append_that_is_late_or_has_no_table_is_refused_alone() {
        let at = Millis(7);
        let told = |end: Option<(u32, Millis)>| result(&append(1, 4, &["a", "b"]), end.as_ref());
        assert_eq!(told(Some((4, at))).unwrap(), Appended { seq: 6, at });
        assert!(matches!(told(Some((5, at))), Err(StoreError::Conflict)));
        assert!(matches!(told(None), Err(StoreError::NotFound("table"))));
    }
}
