//! Writes a group of appends in one transaction, in any database: read where the logs end, decide each append, insert the
//! events that fit.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Instant;

use sqlx::{AnyConnection, Connection, Row};

use super::{Append, Appended};
use crate::dialect::Dialect;
use crate::{Histogram, Millis, Result, StoreError, rows};

/// Writes a group in one transaction.
pub(super) async fn write(
    dialect: Dialect,
    connection: &mut AnyConnection,
    appends: &[Append],
    commits: &Histogram,
) -> Result<Vec<Result<Appended>>> {
    let mut transaction = connection.begin_with(dialect.begin()).await?;
    let (now, mut ends) = log_ends(dialect, &mut transaction, appends).await?;
    let results: Vec<_> = appends.iter().map(|append| decide(append, &mut ends, now)).collect();
    insert_events(dialect, &mut transaction, appends, &results).await?;
    set_deadlines(dialect, &mut transaction, appends, &results).await?;
    for (append, result) in appends.iter().zip(&results) {
        if let (Ok(_), Some(end)) = (result, &append.result) {
            crate::tables::end_table(&mut transaction, &append.table, end).await?;
        }
    }
    let begun = Instant::now();
    transaction.commit().await?;
    commits.observe(begun.elapsed());
    Ok(results)
}

/// The time, and where each table's log ends. The map has no entry for a table that does not exist.
async fn log_ends(
    dialect: Dialect,
    connection: &mut AnyConnection,
    appends: &[Append],
) -> Result<(Millis, HashMap<String, Appended>)> {
    let tables: Vec<_> = appends.iter().map(|append| append.table.as_str()).collect();
    let row = sqlx::query(dialect.log_ends()).bind(rows::json(&tables)?).fetch_one(connection).await?;
    let ends: Vec<(String, u32, i64)> = rows::from_json(row.try_get(1)?)?;
    let ends = ends.into_iter().map(|(table, seq, at)| (table, Appended { seq, at: Millis(at) })).collect();
    Ok((Millis(row.try_get(0)?), ends))
}

/// Whether an append fits the end of its log, counting the appends before it in the group.
pub(super) fn decide<T: Borrow<str> + Eq + Hash>(
    append: &Append,
    ends: &mut HashMap<T, Appended>,
    now: Millis,
) -> Result<Appended> {
    let end = ends.get_mut(append.table.as_str()).ok_or(StoreError::NotFound("table"))?;
    if end.seq != append.expected {
        return Err(StoreError::Conflict);
    }
    // The database's clock may be set back. A table's time never goes back.
    *end = Appended { seq: end.seq + append.events.len() as u32, at: now.max(end.at) };
    Ok(*end)
}

/// The appends that fit, each with its time.
fn fitting<'a>(appends: &'a [Append], results: &'a [Result<Appended>]) -> impl Iterator<Item = (&'a Append, Millis)> {
    appends.iter().zip(results).filter_map(|(append, result)| Some((append, result.as_ref().ok()?.at)))
}

async fn insert_events(
    dialect: Dialect,
    connection: &mut AnyConnection,
    appends: &[Append],
    results: &[Result<Appended>],
) -> Result<()> {
    let mut events: Vec<_> = fitting(appends, results)
        .flat_map(|(append, at)| {
            let numbered = (append.expected + 1..).zip(&append.events);
            numbered.map(move |(seq, event)| (append.table.as_str(), seq, &event.text, &event.by, at.0))
        })
        .collect();
    // All nodes insert in the same order, so that they cannot deadlock.
    events.sort_unstable_by_key(|(table, seq, ..)| (*table, *seq));
    sqlx::query(dialect.insert_events()).bind(rows::json(&events)?).execute(connection).await?;
    Ok(())
}

async fn set_deadlines(
    dialect: Dialect,
    connection: &mut AnyConnection,
    appends: &[Append],
    results: &[Result<Appended>],
) -> Result<()> {
    let deadlines: Vec<_> = fitting(appends, results)
        .filter_map(|(append, at)| Some((append.table.as_str(), at.0 + append.deadline?)))
        .collect();
    crate::deadlines::set(dialect, connection, &deadlines).await
}

#[cfg(test)]
mod tests {
    use super::super::tests::append;
    use super::*;

    fn logs(lengths: &[(&str, u32)]) -> HashMap<String, Appended> {
        let end = |(table, seq): &(&str, u32)| ((*table).to_owned(), Appended { seq: *seq, at: Millis(100) });
        lengths.iter().map(end).collect()
    }

    #[test]
    fn a_group_decides_in_order_and_refuses_only_those_that_are_late() {
        let group = [
            append(1, 4, &["a", "b"]),
            append(1, 4, &["late"]),
            append(2, 0, &["other table"]),
            append(1, 6, &["knows of a and b"]),
            append(3, 0, &["no such table"]),
        ];
        let mut ends = logs(&[("1000000000", 4), ("2000000000", 0)]);
        let results: Vec<_> = group.iter().map(|append| decide(append, &mut ends, Millis(50))).collect();
        let told: Vec<_> = results.iter().map(|result| result.as_ref().map(|appended| appended.seq)).collect();
        assert!(matches!(
            told[..],
            [Ok(6), Err(StoreError::Conflict), Ok(1), Ok(7), Err(StoreError::NotFound("table"))]
        ));
        assert_eq!(results[0].as_ref().unwrap().at, Millis(100), "the log is later than the clock");
    }
}
