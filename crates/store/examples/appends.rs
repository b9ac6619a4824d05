//! Measures appends per second: `cargo run --release -p menagerie-store --example appends`.
//!
//! Each writer has a table of its own and waits for every acknowledgement, as a player does. Compare figures of one
//! run only: the speed of a disk depends on what else it does.

use std::time::{Duration, Instant};

use menagerie_store::{NewEvent, NewTable, Settings, Stage, Store, StoreError, TableId};

const FOR: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir_in(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()))?;
    for writers in [1, 50, 1000] {
        let store = Store::open(&folder.path().join(format!("{writers}.db"))).await?;
        let mut waits = measure(&store, writers).await?;
        waits.sort_unstable();
        let per_second = waits.len() as f64 / FOR.as_secs_f64();
        let share = |percent: usize| waits[(waits.len() - 1) * percent / 100].as_secs_f64() * 1000.0;
        println!("{writers:>5} writers: {per_second:>8.0} appends/s, p50 {:.2} ms, p99 {:.2} ms", share(50), share(99));
        store.close().await;
    }
    Ok(())
}

/// The latency of each append.
async fn measure(store: &Store, writers: u64) -> Result<Vec<Duration>, Box<dyn std::error::Error>> {
    let mut tables = Vec::new();
    for writer in 0..writers {
        tables.push(new_table(store, TableId::from_random(writer)).await?);
    }
    let end = Instant::now() + FOR;
    let tasks: Vec<_> = tables.into_iter().map(|id| tokio::spawn(append_until(store.clone(), id, end))).collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await??);
    }
    Ok(waits)
}

async fn new_table(store: &Store, id: TableId) -> Result<TableId, StoreError> {
    let (game, start, settings) = ("jungle".to_owned(), String::new(), Settings::default());
    let (stage, seats, dice, rematch_of, creator) = (Stage::Playing, Vec::new(), None, None, None);
    let table = NewTable { id, game, start, settings, stage, seats, dice, rematch_of, creator };
    Ok(store.create_table(&table).await?.id)
}

async fn append_until(store: Store, id: TableId, end: Instant) -> Result<Vec<Duration>, StoreError> {
    let mut waits = Vec::new();
    while Instant::now() < end {
        let asked = Instant::now();
        let event = NewEvent { text: "a5a2".to_owned(), by: "red".to_owned() };
        store.append(&id, waits.len() as u32, &[event]).await?;
        waits.push(asked.elapsed());
    }
    Ok(waits)
}
