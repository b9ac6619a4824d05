//! The usual group of appends in `SQLite`: each to another table, each fitting. It is one statement and so its own
//! transaction: one way to the database's thread and back, where looking first and writing then takes four.

use std::collections::HashSet;
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::AnyPool;

use super::{Append, Appended};
use crate::dialect::Dialect;
use crate::{Millis, Result, rows};

/// Writes all events of `$1` (`[table, seq, text, by]`) with the stamp `$2`, or nothing if one of the logs of `$3`
/// (`[table, expected]`) does not end there or ends later. A log that is longer violates the key, which also undoes all.
const INSERT: &str = "
    INSERT INTO events (table_id, seq, text, by, at)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, $2 FROM json_each($1)
    WHERE NOT EXISTS (SELECT 1 FROM json_each($3) WHERE NOT CASE value ->> 1
        WHEN 0 THEN EXISTS (SELECT 1 FROM tables WHERE id = value ->> 0)
        ELSE EXISTS (SELECT 1 FROM events WHERE table_id = value ->> 0 AND seq = value ->> 1 AND at <= $2) END)";

/// Writes a group if it is a plain one and everything fits. Otherwise nothing was written, and it takes a closer look.
pub(crate) async fn try_plain(dialect: Dialect, writer: &AnyPool, appends: &[Append]) -> Option<Vec<Result<Appended>>> {
    if dialect != Dialect::Sqlite || !is_plain(appends) {
        return None;
    }
    let now = now();
    let events: Vec<_> = appends
        .iter()
        .flat_map(|append| {
            let numbered = (append.expected + 1..).zip(&append.events);
            numbered.map(|(seq, event)| (append.table.as_str(), seq, &event.text, &event.by))
        })
        .collect();
    let ends: Vec<_> = appends.iter().map(|append| (append.table.as_str(), append.expected)).collect();
    let insert = sqlx::query(INSERT).bind(rows::json(&events).ok()?).bind(now.0).bind(rows::json(&ends).ok()?);
    let written = insert.execute(writer).await.ok()?.rows_affected();
    let appended = |append: &Append| Ok(Appended { seq: append.expected + append.events.len() as u32, at: now });
    (written == events.len() as u64).then(|| appends.iter().map(appended).collect())
}

/// Whether no match ends, nobody is to be woken, and no log is written to twice.
fn is_plain(appends: &[Append]) -> bool {
    let mut tables = HashSet::with_capacity(appends.len());
    // Everything an append can ask for is named here: what this way cannot do must go the other.
    appends.iter().all(|Append { table, expected: _, events, result, wake }| {
        result.is_none() && wake.is_none() && !events.is_empty() && tables.insert(table.as_str())
    })
}

/// The database's clock: `SQLite` is part of this program and has no other than this machine's.
fn now() -> Millis {
    Millis(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
}

#[cfg(test)]
mod tests {
    use menagerie_wire::table::Stage;

    use super::*;
    use crate::{NewEvent, NewTable, Settings, Store, TableId};

    async fn tables(numbers: &[u64]) -> Store {
        let store = Store::memory().await.unwrap();
        for &number in numbers {
            let (game, start, settings) = ("jungle".to_owned(), String::new(), Settings::default());
            let (stage, seats, dice, rematch_of) = (Stage::Playing, Vec::new(), None, None);
            let id = TableId::from_random(number);
            store.create_table(&NewTable { id, game, start, settings, stage, seats, dice, rematch_of }).await.unwrap();
        }
        store
    }

    fn append(table: u64, expected: u32) -> Append {
        let event = |text: &str| NewEvent { text: text.to_owned(), by: "red".to_owned() };
        let (table, events) = (TableId::from_random(table), vec![event("a"), event("b")]);
        Append { table, expected, events, result: None, wake: None }
    }

    async fn written(store: &Store, group: &[Append]) -> Option<Vec<u32>> {
        // The one connection of a store in memory writes too.
        let results = try_plain(Dialect::Sqlite, store.readers(), group).await?;
        Some(results.into_iter().map(|result| result.unwrap().seq).collect())
    }

    #[tokio::test]
    async fn a_group_that_fits_is_written_whole() {
        let store = tables(&[1, 2]).await;
        assert_eq!(written(&store, &[append(1, 0), append(2, 0)]).await, Some(vec![2, 2]));
        assert_eq!(written(&store, &[append(2, 2)]).await, Some(vec![4]));
        assert_eq!(store.events(&TableId::from_random(2), 1).await.unwrap().len(), 4);
    }

    #[tokio::test]
    async fn one_append_that_does_not_fit_keeps_the_others_from_being_written() {
        let store = tables(&[1, 2]).await;
        written(&store, &[append(1, 0)]).await.unwrap();
        for unfit in [append(1, 0), append(1, 1), append(1, 3), append(3, 0), append(3, 1)] {
            assert_eq!(written(&store, &[append(2, 0), unfit]).await, None);
            assert!(store.events(&TableId::from_random(2), 1).await.unwrap().is_empty());
        }
    }

    #[tokio::test]
    async fn a_log_that_is_later_than_the_clock_is_not_written_to_at_once() {
        let store = tables(&[1]).await;
        written(&store, &[append(1, 0)]).await.unwrap();
        let later = now().0 + 3_600_000;
        sqlx::query("UPDATE events SET at = $1").bind(later).execute(store.readers()).await.unwrap();
        assert_eq!(written(&store, &[append(1, 2)]).await, None);
        let appended = store.append(&TableId::from_random(1), 2, &append(1, 2).events).await.unwrap();
        assert_eq!(appended, Appended { seq: 4, at: Millis(later) });
    }

    #[test]
    fn a_table_that_is_written_to_twice_needs_a_closer_look() {
        assert!(is_plain(&[append(1, 0), append(2, 0)]));
        assert!(!is_plain(&[append(1, 0), append(2, 0), append(1, 2)]));
    }
}
